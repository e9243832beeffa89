import { retention } from '@remis/domain/privacy/retention'
import { createInstance } from 'i18next'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it, vi } from 'vitest'
import pages from '@remis/domain/texts/en/pages.json' with { type: 'json' }
import { PrivacyPolicyPage } from './PrivacyPolicyPage.tsx'

const settings = vi.hoisted((): { now: object | undefined } => ({ now: undefined }))
vi.mock('../platform/api/settings.ts', () => ({ useSettings: () => settings.now }))
vi.mock('@tanstack/react-router', () => ({ Link: () => null }))
vi.mock('../ui/night/NightHero.tsx', () => ({ NightHero: () => null }))

const english = createInstance()
void english.init({ lng: 'en', resources: { en: { translation: pages } } })

const shownWith = (now: object | undefined): string => {
  settings.now = now
  return renderToStaticMarkup(h(I18nextProvider, { i18n: english }, h(PrivacyPolicyPage)))
}

it('says after how many days chats are deleted, by the setting [design/privacy-36]', () => {
  expect(shownWith({ contact_email: '', chatRetentionDays: 30 })).toContain('Chat messages are deleted after 30 days.')
  expect(shownWith({ contact_email: '', chatRetentionDays: 1 })).toContain('Chat messages are deleted after 1 day.')
  expect(shownWith(undefined)).not.toContain('Chat messages')
})

const root = join(import.meta.dirname, '../..')
const sources = ['server', 'web']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/node_modules|dist\/|\.test\.ts$|testing\//.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'))
const found = (pattern: RegExp): string[] =>
  sources.flatMap((source) => [...source.matchAll(pattern)].map((match) => match[1] ?? '')).toSorted()

it('names each cookie that server and web set [design/privacy-36]', () => {
  expect(found(/\.setCookie\((\w+)\(/g)).toEqual(['cookieName', 'deviceCookieName'])
  // `remember` is the one place in which the web app writes a cookie
  expect(found(/document\.cookie = `([^=]+)=/g)).toEqual(['remis.${what}'])
  expect(found(/\bremember\('(\w+)',/g)).toEqual(['language', 'look'])
  expect(pages.privacy_cookie_text).toMatch(
    /^We set four cookies\..*keeps you signed in.*this browser.*your language.*theme\.$/,
  )
})

it('says how long the known browser and a call for help are kept [design/privacy-36]', () => {
  const days = found(/deviceDays: (\d+)/g)
  expect(days).toEqual(['400'])
  expect(pages.privacy_cookie_text).toContain(`${days[0]} days`)
  expect(retention.alertDays).toBe(365)
  expect(pages.privacy_position_text).toContain('kept for a year')
})
