import type { ReactNode } from 'react';
import classes from './page.module.css';

/** The frame of an ordinary screen: the content's width and its margins. */
export function Page({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`${classes.page} ${className}`}>{children}</div>;
}

interface PageHeaderProps {
  title: ReactNode;
  /** A line under the title: a greeting, a count. */
  description?: ReactNode;
  /** A `<BackLink>` above the title. */
  back?: ReactNode;
  /** Buttons at the right; on a phone, side by side under the title. */
  actions?: ReactNode;
}

export function PageHeader({ title, description, back, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div>
        {back}
        <h1 className={classes.title}>{title}</h1>
        {description && <p className={classes.description}>{description}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
