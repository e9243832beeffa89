import { Suspense } from 'react'
import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { BookingForm } from '../booking-form/BookingForm.tsx'
import { lazyPart } from '../platform/page/lazy-part.tsx'
import { useSession } from '../platform/api/session.ts'
import { useSettings } from '../platform/api/settings.ts'
import { outsideLink } from '../platform/outside-link.ts'
import { NightHero } from '../ui/night/NightHero.tsx'
import { WaitingCard } from '../ui/night/WaitingCard.tsx'
import classes from './LandingPage.module.css'
import { ProductSection } from './ProductSection.tsx'

// loaded only when shown
const Slogan = lazyPart(async () => (await import('./Slogan.tsx')).Slogan)
const RidesNow = lazyPart(async () => (await import('../trips/RidesNow.tsx')).RidesNow, ['trips'])
const AppSection = lazyPart(async () => (await import('./AppSection.tsx')).AppSection)

/** Booking form for visitors, riders and admins [landing-10]; slogan for drivers and fleet admins [landing-11]. */
export const LandingPage = () => {
  const { t } = useFirstTexts()
  const session = useSession()
  const settings = useSettings()
  // [landing-16]
  const hasApps = [settings?.AppleStoreLink, settings?.PlayStoreLink].some((link) => outsideLink(link ?? '') !== null)
  const usertype = session.user?.usertype
  return (
    <>
      <NightHero size="full">
        {usertype === 'driver' || usertype === 'fleetadmin' ? (
          <Suspense>
            <Slogan usertype={usertype} />
          </Suspense>
        ) : (
          <div className={classes.columns}>
            <div className={classes.words}>
              <h1 className={classes.title}>{t('hero_title')}</h1>
              <p className={classes.text}>{t('hero_text')}</p>
            </div>
            {session.state === 'unknown' && session.failures === 0 ? (
              <WaitingCard as="booking" />
            ) : (
              <div className={classes.form}>
                {usertype === 'rider' && (
                  <Suspense>
                    <RidesNow />
                  </Suspense>
                )}
                <BookingForm />
              </div>
            )}
          </div>
        )}
      </NightHero>
      <ProductSection />
      {hasApps && (
        <Suspense>
          <AppSection />
        </Suspense>
      )}
    </>
  )
}
