import type { Language, PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import { defaultSettings } from '@remis/domain/backoffice/settings'
import type { CarTypeView } from '@remis/domain/fare/car-types-api'
import { useSyncExternalStore } from 'react'

/** What the server puts beside the prerendered landing page of a visitor (server/platform/page/first-reply.ts). */
export interface PageData {
  readonly appName: string
  readonly email: string
  /** null: the server has not read them yet */
  readonly carTypes: readonly CarTypeView[] | null
}

/** Sent with every page, unless the database did not answer. */
export interface SentLanguages {
  /** language of the page */
  readonly code: string
  readonly rows: readonly Language[]
  /** texts of the first page that the operator changed, in the page's language, by key */
  readonly changed: Readonly<Record<string, string>>
}

const readBlock = <T>(id: string): T | null => {
  const block = globalThis.document?.getElementById(id)
  return block ? (JSON.parse(block.textContent) as T) : null
}

/** Null on every other page. */
export const readPageData = () => readBlock<PageData>('page-data')
export const readLanguages = () => readBlock<SentLanguages>('languages')

const never = () => () => undefined

/**
 * True in the prerender and for the first render in the browser that hydrates it: both must return the same markup.
 * What only the browser knows (storage, settings, a session) comes with the render after it.
 */
export const useHydrating = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  )

/** The settings that the prerendered page shows: those of a new installation, and a map without a place. */
export const prerenderedSettings = ({ appName, email }: Pick<PageData, 'appName' | 'email'>): PublicSettings => ({
  ...defaultSettings,
  appName,
  contact_email: email,
  appcat: 'taxi',
  passwordPolicy: 'alphanumeric',
  speed: 1,
  map: { center: { lat: 0, lng: 0 }, bbox: [0, 0, 0, 0], attribution: '', date: '', google: null, placesBy: null },
  trialAccounts: [],
})

/**
 * The server reads these cookies for the first reply (server/platform/page/first-reply.ts); they hold nothing about the
 * person. Lasts a year.
 */
export const remember = (what: 'language' | 'look', value: string): void => {
  document.cookie = `remis.${what}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`
}
