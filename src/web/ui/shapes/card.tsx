import type { ComponentPropsWithRef } from 'react';
import classes from './card.module.css';

interface CardProps extends ComponentPropsWithRef<'div'> {
  as?: 'div' | 'section' | 'article' | 'li';
  /** `cover`: dark, as the booklet's. `sheet`: without padding, for what reaches its edges. */
  look?: 'plain' | 'cover' | 'sheet';
}

/** A white surface with round corners: what belongs together. */
export function Card({ as, look = 'plain', className = '', ...rest }: CardProps) {
  // The same attributes serve each of these elements.
  const Element = (as ?? 'div') as 'div';
  return <Element className={`${classes.card} ${className}`} data-look={look} {...rest} />;
}
