import type { Role } from '@remis/domain/kit/endpoint'
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { bookingKeys } from '../../booking-parts/booking-cache.ts'
import { queryClient } from '../../platform/api/plain-call.ts'
import { useSession } from '../../platform/api/session.ts'
import { settingsQuery } from '../../platform/api/settings.ts'
import { renewLanguages } from '../../platform/i18n.ts'
import { onLive, onReset, refetchAfterReset, useLive, useLiveLink } from '../../platform/live/live.ts'
import { showText } from '../../platform/show-message.ts'
import { useFormat } from '../../platform/use-format.ts'
import { isOpenAt, isSaidBy, placeOf, targetOf } from './notice-target.ts'
import { noticeWords } from './notice-words.ts'
import { markNoticesSeen } from './notice-queries.ts'
import { makeSaidOnScreen } from './said-on-screen.ts'

const saidOnScreen = makeSaidOnScreen(document, (ids) => void markNoticesSeen(ids))

/** Shows each notice as it happens, on any screen, with the way to its target [design/live-61]. */
export const useNotices = (role: Role): void => {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const router = useRouter()
  const person = useSession().user?.id
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  useLiveLink()
  useEffect(() => {
    const stops: (() => void)[] = []
    let gone = false
    import('../../platform/push/push.ts').then(
      ({ followPresses, registerForSessions }) => {
        if (gone) return
        stops.push(
          followPresses((path) => void navigate({ to: path })),
          registerForSessions(),
        )
      },
      () => undefined,
    )
    return () => {
      gone = true
      for (const stop of stops) stop()
    }
  }, [navigate])
  // Says which messages this person's device has, whatever page is open.
  useEffect(() => {
    if (role === 'rider' || role === 'driver') import('../../chat/chat-queries.ts').catch(() => undefined)
  }, [role])
  // What this person left waiting on this device is sent from whatever page opens first.
  useEffect(() => {
    if (person !== undefined && (role === 'rider' || role === 'driver'))
      import('./resume-sending.ts').then(({ resumeSending }) => resumeSending(person)).catch(() => undefined)
  }, [person, role])
  useLive('notice', (notice) => {
    const words = noticeWords(format, notice)
    const day = queryClient.getQueryData<{ readonly activeBooking: string | null }>(bookingKeys.day)
    const target = targetOf(notice, role, day?.activeBooking ?? null)
    if (words === '') return
    const place = placeOf(pathname, notice, role)
    if (place === 'screen') return saidOnScreen(notice.id, () => isSaidBy(router.state.location.pathname, notice, role))
    if (place === 'bell') return
    const markSeen = () => void markNoticesSeen([notice.id])
    const run = () => {
      markSeen()
      void navigate({ to: target })
    }
    if (isOpenAt(target, router.state.location.href)) return showText(notice.id, words)
    const watch = (done: () => void) =>
      router.subscribe('onResolved', ({ toLocation }) => {
        if (!isOpenAt(target, toLocation.href)) return
        markSeen()
        done()
      })
    showText(notice.id, words, { label: t('notice_open'), run, watch })
  })
}

/** Thousands of pages get a change at once; their calls are spread over this time, ms. All have it within 2 s. */
const spreadMs = 1200

let settingsDue: ReturnType<typeof setTimeout> | undefined

// An open page takes new settings within 2 s [design/live-63].
onLive('settings', () => {
  clearTimeout(settingsDue)
  settingsDue = setTimeout(
    () => void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
    Math.random() * spreadMs,
  )
})
let carTypesDue: ReturnType<typeof setTimeout> | undefined

// Riders follow the office's changes of car types and their prices, and so do other admins [design/catalogue-7].
onLive('car-types', () => {
  clearTimeout(carTypesDue)
  carTypesDue = setTimeout(() => {
    for (const queryKey of [['car-types'], ['prices'], ['office-car-types']])
      void queryClient.invalidateQueries({ queryKey })
  }, Math.random() * spreadMs)
})

let languagesDue: ReturnType<typeof setTimeout> | undefined

const renewSoon = () => {
  clearTimeout(languagesDue)
  languagesDue = setTimeout(() => void renewLanguages().catch(() => undefined), Math.random() * spreadMs)
}
// Spread over time like settings; the texts of each version are fetched once [design/languages-12].
onLive('languages', renewSoon)
// an event may have been missed
onReset(renewSoon)
refetchAfterReset(['settings'], ['car-types'], ['office-car-types'])
