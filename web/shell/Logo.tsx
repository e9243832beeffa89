import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { useSettings } from '../platform/api/settings.ts'
import mark from '../ui/mark.svg'
import classes from './Logo.module.css'

/** Logo with the application's name [landing-27]. */
export const Logo = () => {
  const name = useSettings()?.appName ?? 'Remis'
  return (
    <Link to={paths.home()} className={classes.logo}>
      <img src={mark} alt="" width={32} height={32} />
      <span>{name}</span>
    </Link>
  )
}
