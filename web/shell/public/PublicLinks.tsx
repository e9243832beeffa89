import { Link } from '@tanstack/react-router'
import { useFirstTexts } from '../../i18n/use-first-texts.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../platform/api/session.ts'
import classes from '../links.module.css'

interface Props {
  readonly onFollow?: () => void
}

/** Navigation links [landing-2] with the account link [landing-3]. */
export const PublicLinks = ({ onFollow }: Props) => {
  const { t } = useFirstTexts()
  const known = useSession().user !== null
  const links = [
    { to: paths.home(), text: t('home') },
    known ? { to: paths.bookings(), text: t('my_account') } : { to: paths.login(), text: t('login_signup') },
    { to: paths.aboutUs(), text: t('about_us') },
    { to: paths.privacyPolicy(), text: t('privacy_policy') },
  ]
  return links.map(({ to, text }) => (
    <Link
      key={to}
      to={to}
      className={classes.link}
      activeOptions={{ exact: true }}
      {...(onFollow === undefined ? {} : { onClick: onFollow })}
    >
      {text}
    </Link>
  ))
}
