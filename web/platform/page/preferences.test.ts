import type { Me } from '@remis/domain/accounts/accounts-api'
import { preferencesCalls } from '@remis/domain/accounts/preferences/preferences-routes'
import type { Language, PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import { beforeEach, expect, it, vi } from 'vitest'

const plainCall = vi.hoisted(() => vi.fn())
vi.mock('../api/plain-call.ts', async (load) => ({ ...(await load<object>()), plainCall }))

vi.stubGlobal('window', { addEventListener: () => undefined })
vi.stubGlobal('document', { documentElement: { hasAttribute: () => false, dataset: {} } })
const { queryClient } = await import('../api/plain-call.ts')
const { sessionBegan, sessionEnded, sessionQuery } = await import('../api/session.ts')
const { settingsQuery } = await import('../api/settings.ts')
const { i18n, languagesQuery } = await import('../i18n.ts')
const { chooseOwnLanguage, storeLanguage } = await import('./preferences.ts')
await i18n.init({ lng: 'ar' })

/** What was sent to the account. */
const sent = () => plainCall.mock.calls.filter(([to]) => to === preferencesCalls.change).map(([, { body }]) => body)

const [english, arabic] = ['en', 'ar'].map((langLocale) => ({ langLocale }) as Language) as [Language, Language]
const rider = (language: string | null) =>
  ({ id: 'r1', usertype: 'rider', preferences: { language, colorScheme: null, density: null } }) as Me

beforeEach(() => {
  plainCall.mockReset()
  plainCall.mockImplementation((_, { body }: { body: { language?: string; pageLanguage?: string } }) =>
    Promise.resolve({
      preferences: { language: body.language ?? body.pageLanguage, colorScheme: null, density: null },
    }),
  )
  queryClient.clear()
  queryClient.setQueryData(languagesQuery.queryKey, [english, arabic])
  queryClient.setQueryData(settingsQuery.queryKey, { AllowCriticalEditsAdmin: true } as PublicSettings)
  sessionEnded()
})

it('a sign-in stores the language of the page where the account has none [design/web-196]', async () => {
  sessionBegan(rider(null))
  expect(sent()).toEqual([{ pageLanguage: 'ar' }])
  await vi.waitFor(() => expect(queryClient.getQueryData(sessionQuery.queryKey)?.preferences.language).toBe('ar'))
})

it('sends nothing where the account has a language, and in demo mode [design/web-113] [design/web-196]', () => {
  sessionBegan(rider('ar'))
  sessionEnded()
  queryClient.setQueryData(settingsQuery.queryKey, { AllowCriticalEditsAdmin: false } as PublicSettings)
  sessionBegan(rider(null))
  expect(sent()).toEqual([])
})

it('a choice just before the sign-in replaces the stored language [design/web-113]', async () => {
  await chooseOwnLanguage(arabic)
  sessionBegan(rider('en'))
  expect(sent()).toEqual([{ language: 'ar' }])
})

it('a late answer does not change the preferences of the next person', async () => {
  queryClient.setQueryData(sessionQuery.queryKey, rider('en'))
  const stored = storeLanguage(arabic)
  queryClient.setQueryData(sessionQuery.queryKey, { ...rider('en'), id: 'r2' } as Me)
  await stored
  expect(queryClient.getQueryData(sessionQuery.queryKey)).toMatchObject({ id: 'r2', preferences: { language: 'en' } })
})
