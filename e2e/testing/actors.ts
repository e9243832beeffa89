import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { openBrowser } from './chromium.ts'
import { settle } from './screen-checks.ts'
import { runFolder } from './data-folder.ts'
import { label, type TextKey } from './words.ts'

const pictures = join(import.meta.dirname, '..', '..', 'output', 'journeys')
/** `npm test` takes only pictures of failed stories: taking all of them costs a tenth of its time. */
const inGate = runFolder !== undefined && process.env['REMIS_PICTURES'] === undefined

/** `npm run proof` runs the long forms of some stories. */
export const long = process.env['REMIS_PROOF'] === 'long'

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

export interface ActorOptions {
  readonly base: string
  readonly viewport?: { width: number; height: number }
  readonly dark?: boolean
  readonly locale?: string
  /** of the app's texts, English without it; `chooseArabic` or `speakArabic` switches the app */
  readonly language?: 'en' | 'ar'
  /** Animations run on this screen. On the others they do not: two cores cannot draw many moving maps. */
  readonly motion?: boolean
  /** the position the device reports */
  readonly at?: { lat: number; lng: number }
}

/** A person at a browser. Complaints of the console, the page and the network are collected for the end. */
export interface Actor {
  readonly name: string
  /** address of the city */
  readonly base: string
  readonly page: Page
  readonly context: BrowserContext
  readonly complaints: string[]
  /** Finds a text of the app in this person's language. */
  readonly label: (key: TextKey) => RegExp
  /** Complaints that match this pattern are part of the story: a refusal, a cut connection. */
  forgive(pattern: RegExp): void
  /** Moves the device. */
  moveTo(at: { lat: number; lng: number }): Promise<void>
  /** Screenshot `output/journeys/<actor>-<name>.png`. */
  picture(name: string): Promise<void>
  leave(): Promise<void>
}

const failedShot = 'failed'

const present = new Set<Actor>()

/** Takes a picture of each actor's screen and prints what their browsers complained about. */
export const showScreens = async (): Promise<void> => {
  for (const actor of present) {
    await actor.picture(failedShot).catch(() => undefined)
    const report = [`${actor.name} at ${actor.page.url()}`, ...actor.complaints].join('\n  ')
    process.stderr.write(`${report}\n`)
  }
}

/** The next file's stories have their own actors. */
export const forgetActors = (): void => present.clear()

export const openActor = async (browser: Browser, name: string, options: ActorOptions): Promise<Actor> => {
  const { base, viewport = desktop, dark = false, locale = 'en-GB', language = 'en', motion = false, at } = options
  const context = await browser.newContext({
    baseURL: base,
    viewport,
    locale,
    timezoneId: 'America/Montevideo',
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: motion ? 'no-preference' : 'reduce',
    hasTouch: viewport.width < 500,
    ...(at ? { geolocation: { latitude: at.lat, longitude: at.lng, accuracy: 5 }, permissions: ['geolocation'] } : {}),
  })
  const page = await context.newPage()
  page.setDefaultTimeout(40_000)
  const complaints: string[] = []
  // 409: a page may request the cancellation terms just after the booking's status changed
  const forgiven: RegExp[] = [/409 .*\/cancellation$/]
  const complain = (what: string) => {
    if (!forgiven.some((pattern) => pattern.test(what))) complaints.push(what)
  }
  page.on('console', (message) => {
    if (message.type() === 'error') complain(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500) complain(`${response.status()}: ${response.url()}`)
  })
  page.on('pageerror', (error) => complain(`page: ${error.message}`))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(base) && !/^(data|blob|about):/.test(url)) complain(`foreign request: ${url}`)
  })
  const actor: Actor = {
    name,
    base,
    page,
    context,
    complaints,
    label: (key) => label(language, key),
    forgive: (pattern) => void forgiven.push(pattern),
    moveTo: ({ lat, lng }) => context.setGeolocation({ latitude: lat, longitude: lng, accuracy: 5 }),
    picture: async (shot) => {
      await settle(page)
      if (inGate && shot !== failedShot) return
      mkdirSync(pictures, { recursive: true })
      await page.screenshot({ path: join(pictures, `${name}-${shot}.png`) })
    },
    leave: async () => {
      present.delete(actor)
      await context.close()
    },
  }
  present.add(actor)
  return actor
}

/** Opens the actors of one file of stories, in the browser of its project. */
export const actorsAt = (base: string, usual: Partial<ActorOptions> = {}, drawing: { readonly map?: boolean } = {}) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser(drawing)
  })
  return (name: string, more: Partial<ActorOptions> = {}): Promise<Actor> =>
    openActor(browser, name, { base, ...usual, ...more })
}
