import { Link } from '@tanstack/react-router';
import { BrandMark } from './brand-mark.tsx';
import classes from './header.module.css';

export function Brand() {
  return (
    <Link to="/" className={classes.brand} aria-label="Libreta Integral de Salud">
      <BrandMark />
    </Link>
  );
}
