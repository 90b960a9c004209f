import type { ComponentPropsWithRef } from 'react';
import classes from './card.module.css';

interface CardProps extends ComponentPropsWithRef<'div'> {
  as?: 'div' | 'section' | 'article' | 'li';
  /** `cover`: dark, like the cover of the booklet. `sheet`: without padding, for content that extends to the edges. */
  look?: 'plain' | 'cover' | 'sheet';
}

export function Card({ as, look = 'plain', className = '', ...rest }: CardProps) {
  // All of these elements take the same attributes.
  const Element = (as ?? 'div') as 'div';
  return <Element className={`${classes.card} ${className}`} data-look={look} {...rest} />;
}
