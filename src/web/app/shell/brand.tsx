import { Link } from '@tanstack/react-router';
import classes from './header.module.css';

export function Brand() {
  return (
    <Link to="/" className={classes.brand} aria-label="Libreta Integral de Salud">
      <img src="/logo.svg" alt="" width={40} height={40} />
      <span>
        Libreta Integral <small>de Salud</small>
      </span>
    </Link>
  );
}
