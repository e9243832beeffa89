import { Outlet, useLocation, useMatches, type StaticDataRouteOption } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { showMessage } from '../platform/show-message.ts'
import { settingsQuery, useSettingsFailed } from '../platform/api/settings.ts'
import { OfflineBanner } from './OfflineBanner.tsx'
import classes from './Root.module.css'

type Titled = Pick<StaticDataRouteOption, 'title'>

/** Shared by all screens: window title, skip link, offline banner, focus after a change of screen. */
export const Root = () => {
  const { t } = useFirstTexts()
  const { data: settings } = useQuery(settingsQuery)
  const failed = useSettingsFailed()
  // An office page's name comes with the page.
  const title = useMatches()
    .map(({ staticData, loaderData }) => (staticData.title ? staticData : (loaderData as Titled | undefined))?.title)
    .findLast((found) => found !== undefined)
  const appName = settings?.appName ?? 'Remis'
  useEffect(() => {
    document.title = title === undefined ? appName : `${t(`title_${title}`)} · ${appName}`
  }, [title, appName, t])
  useEffect(() => {
    if (failed) showMessage('settings_error')
  }, [failed])

  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // a screen reader starts at the top of the new screen, as after a page load
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <>
      <a
        className={classes.skip}
        href="#content"
        onClick={(event) => {
          // the address keeps what is behind its `#`, which may be the token of a link
          event.preventDefault()
          document.getElementById('content')?.focus()
        }}
      >
        {t('skip_to_content')}
      </a>
      <OfflineBanner />
      <Outlet />
    </>
  )
}
