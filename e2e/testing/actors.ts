import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { settle } from './screen-checks.ts'

const pictures = join(import.meta.dirname, '..', '..', 'output', 'journeys')
/** Nobody looks at them after `npm test`, but at those of what failed; drawing them takes a tenth of its time. */
const inGate = process.env['REMIS_E2E_DATA'] !== undefined && process.env['REMIS_PICTURES'] === undefined

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

export interface ActorOptions {
  readonly base: string
  readonly viewport?: { width: number; height: number }
  readonly dark?: boolean
  readonly locale?: string
  /** Things move on this screen. On the others they do not: many moving maps at once are more than two cores draw. */
  readonly motion?: boolean
  /** where the device says it is */
  readonly at?: { lat: number; lng: number }
}

/** A person at a browser. Whatever the console, the page or the network complains about is kept for the end. */
export interface Actor {
  readonly name: string
  readonly page: Page
  readonly context: BrowserContext
  readonly complaints: string[]
  /** What this pattern matches is part of the story: a refusal, a cut line. */
  forgive(pattern: RegExp): void
  /** Moves the device. */
  moveTo(at: { lat: number; lng: number }): Promise<void>
  /** Screenshot `output/journeys/<actor>-<name>.png`. */
  picture(name: string): Promise<void>
  leave(): Promise<void>
}

const failedShot = 'failed'

const present = new Set<Actor>()

// A story that failed leaves a picture of what each of its people saw, and what their browsers complained about.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const actor of present) {
    await actor.picture(failedShot).catch(() => undefined)
    const told = [`${actor.name} at ${actor.page.url()}`, ...actor.complaints].join('\n  ')
    process.stderr.write(`${told}\n`)
  }
})

export const openActor = async (browser: Browser, name: string, options: ActorOptions): Promise<Actor> => {
  const { base, viewport = desktop, dark = false, locale = 'en-GB', motion = false, at } = options
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
  const forgiven: RegExp[] = []
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
    page,
    context,
    complaints,
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
