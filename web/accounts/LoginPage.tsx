import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { homeOf, paths, safeNext } from '../paths.ts'
import { useSession } from '../platform/api/session.ts'
import { GoTo } from '../platform/page/GoTo.tsx'
import classes from './LoginPage.module.css'
import { NightCard } from './NightCard.tsx'
import { SignInForm } from './SignInForm.tsx'

export const LoginPage = () => {
  const { t } = useTranslation()
  const session = useSession()
  const { next } = useSearch({ strict: false }) as { next?: unknown }
  // [accounts-17]
  if (session.state === 'signed-in') return <GoTo address={safeNext(next) ?? homeOf(session.user.usertype)} />
  return (
    <NightCard>
      <SignInForm next={next} title={<h1 className={classes.title}>{t('title_login')}</h1>}>
        <p className={classes.other}>
          {t('new_here')} <Link to={paths.register()}>{t('register')}</Link>
        </p>
        <p className={classes.other}>
          <Link to={paths.join()}>{t('join_link')}</Link>
        </p>
      </SignInForm>
    </NightCard>
  )
}
