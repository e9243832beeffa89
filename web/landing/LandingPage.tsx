import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { BookingForm } from '../booking/BookingForm.tsx'
import { useSession } from '../platform/session.ts'
import { NightHero } from '../ui/NightHero.tsx'
import { AppSection } from './AppSection.tsx'
import classes from './LandingPage.module.css'
import { ProductSection } from './ProductSection.tsx'
import { Slogan } from './Slogan.tsx'

/** spec 1 §2 "Landing page": visitors, riders and admins book here; drivers and fleet admins see a slogan. */
export const LandingPage = () => {
  const { t } = useTranslation()
  const session = useSession()
  const usertype = session.user?.usertype
  return (
    <>
      <NightHero size="full">
        {usertype === 'driver' || usertype === 'fleetadmin' ? (
          <Slogan usertype={usertype} />
        ) : (
          <div className={classes.columns}>
            <div className={classes.words}>
              <h1 className={classes.title}>{t('hero_title')}</h1>
              <p className={classes.text}>{t('hero_text')}</p>
            </div>
            {session.state === 'unknown' && !session.failed ? (
              <Skeleton className={classes.form ?? ''} height={392} radius="lg" />
            ) : (
              <div className={classes.form}>
                <BookingForm />
              </div>
            )}
          </div>
        )}
      </NightHero>
      <ProductSection />
      <AppSection />
    </>
  )
}
