import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReviewView } from '@remis/domain/payments/payments-api'
import type { WithdrawalView } from '@remis/domain/wallet/withdrawals-api'
import { expect, inject, test } from 'vitest'
import { actorsAt, long, phone } from '../testing/actors.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { goTo, openPage, openSession, speakArabic, trial, untilOpen, withSettings } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)

/** The protected routes and their roles, as the product page lists them [backoffice-1]. */
const routes = [
  ...(
    readFileSync(join(import.meta.dirname, '../../docs/product/backoffice.md'), 'utf8').split('## Drawer')[0] ?? ''
  ).matchAll(/^ +\| `(\/\w+)` \| ([a-z, ]+) \|$/gm),
].map(([, path = '', roles = '']) => ({ path, roles: roles.split(', ') }))

const people = {
  rider: { label: 'Rider One', start: '/' },
  driver: { label: 'Driver One', start: '/bookings' },
  fleetadmin: { label: 'Fleet One', start: '/dashboard' },
  admin: { label: 'Admin One', start: '/dashboard' },
} as const

test('the product page names every route once', () => {
  expect(routes.length).toBe(19)
  expect(new Set(routes.map(({ path }) => path)).size).toBe(19)
})

test.each(Object.entries(people))(
  'a %s opens their own routes, and is sent from all others to their own start page [backoffice-2] [backoffice-34] [accounts-5] [accounts-6] [accounts-8]',
  { timeout: 240_000 },
  async (role, { label, start }) => {
    const actor = await open(`routes-${role}`)
    const { page } = actor
    await openSession(actor, trial(label))
    await page.goto(start)
    await untilOpen(page, start)
    for (const { path, roles } of routes) {
      await goTo(page, path)
      await untilOpen(page, roles.includes(role) ? path : start)
      // a redirect that comes late would show here
      expect(new URL(page.url()).pathname, `${path} for ${role}`).toBe(roles.includes(role) ? path : start)
    }
    expect(actor.complaints).toEqual([])
    await actor.leave()
  },
)

/** The entries of the drawer in their order, as the product page lists them [backoffice-4]. */
const drawerOf = (role: 'admin' | 'fleetadmin'): readonly string[] => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/product/backoffice.md'), 'utf8')
  const table = page.split('## Drawer')[1]?.split('## Roles')[0] ?? ''
  return (
    [...table.matchAll(/^ +\| (.*) \| (.*) \|$/gm)]
      .filter(([, , shown = '']) => shown.startsWith('all') || shown.split(/[,;:] ?/).includes(role))
      .flatMap(([, entry = '']) => [...entry.matchAll(/`(\/\w*)`/g)].map(([, path = '']) => path))
      // `/drivers` and `/driverearning` of an admin are in their groups
      .filter((path, index, all) => all.lastIndexOf(path) === index)
  )
}

test('the drawer has the entries of the role in their order; the browser keeps it hidden, and its groups closed [backoffice-4] [backoffice-24]', async () => {
  for (const [role, label] of [
    ['fleetadmin', 'Fleet One'],
    ['admin', 'Admin One'],
  ] as const) {
    const actor = await open(`drawer-${role}`)
    const { page } = actor
    await openSession(actor, trial(label))
    await page.goto('/dashboard')
    const drawer = page.locator('#side-menu')
    await drawer.getByRole('link').first().waitFor()
    const links = await drawer.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    const named = drawerOf(role)
    expect(named.length).toBe(role === 'admin' ? 20 : 6)
    expect(links.filter((to) => named.includes(to ?? ''))).toEqual(named)
    if (role === 'admin') {
      await drawer.getByRole('button', { name: 'Money' }).click()
      await drawer.getByRole('link', { name: 'Withdrawals' }).waitFor({ state: 'hidden' })
    }
    const hide = page.getByRole('button', { name: 'Menu', exact: true })
    await hide.click()
    await drawer.waitFor({ state: 'hidden' })
    await page.reload()
    await hide.waitFor()
    expect(await drawer.isVisible()).toBe(false)
    await hide.click()
    await drawer.getByRole('link').first().waitFor()
    if (role === 'admin') expect(await drawer.getByRole('link', { name: 'Withdrawals' }).count()).toBe(0)
    expect(actor.complaints).toEqual([])
    await actor.leave()
  }
})

/** The office's pages that the specification does not name. */
const more = [
  '/safety',
  '/bookings/later',
  '/statements',
  '/ledger',
  '/dayclose',
  '/payments',
  '/debts',
  '/traffic',
  '/social-apps',
  '/mails',
  '/audit',
  '/security-events',
]

const looks = [
  ['light', { turn: 0, arabic: false, dark: false, small: false }],
  ['Arabic and dark', { turn: 1, arabic: true, dark: true, small: false }],
  ['dark, on a phone', { turn: 2, arabic: false, dark: true, small: true }],
  ['Arabic, light, on a phone', { turn: 3, arabic: true, dark: false, small: true }],
] as const

test.each(looks)(
  'axe finds nothing on the pages of an admin: %s [languages-4] [backoffice-3]',
  { timeout: 400_000 },
  async (look, { turn, arabic, dark, small }) => {
    const actor = await open(`axe-${look.replaceAll(/\W+/g, '-')}`, { dark, ...(small ? { viewport: phone } : {}) })
    const { page } = actor
    await openSession(actor, trial('Admin One'))
    if (arabic) await speakArabic(actor)
    await page.goto('/dashboard')
    await untilOpen(page, '/dashboard')
    // drawer of 240 px at the start of the line, and the app's name in the top bar
    const side = small ? null : await page.locator('nav:visible').first().boundingBox()
    if (!small) expect([side?.width, side?.x]).toEqual([240, arabic ? 1440 - 240 : 0])
    const named = routes.filter(({ roles }) => roles.includes('admin')).map(({ path }) => path)
    // Each page in one of the four looks; in the long form in all.
    for (const path of [...named, ...more].filter((_, index) => long || index % looks.length === turn)) {
      await openPage(page, path)
      await expectAccessible(page, `${path}, ${look}`)
      await expectNoSideScroll(page, `${path}, ${look}`)
      await actor.picture(path.slice(1).replaceAll('/', '-'))
    }
    expect(actor.complaints).toEqual([])
    await actor.leave()
  },
)

const empty = {
  '/bookings': 'No bookings yet.',
  '/promos': 'No promos available.',
  '/riders': 'No users available.',
  '/withdraws': 'No WITHDRAWS available.',
  '/languagesetting': 'No Languages available.',
  '/earningreports': 'No data available.',
} as const

test('tables without rows say it in the words of the specification [messages-14] [booking-40] [promos-6] [people-8] [reports-10] [wallet-16] [languages-12] [backoffice-12]', async () => {
  const actor = await open('empty-tables')
  const { page } = actor
  await openSession(actor, trial('Admin One'))
  await page.route(/\/api\/(bookings|promos\/all|people|withdrawals|languages\/all|reports\/earnings)(\?|$)/, (route) =>
    route.fulfill({ json: { rows: [], next: null, total: 0 } }),
  )
  await page.goto('/alladmin')
  await untilOpen(page, '/alladmin')
  for (const [path, text] of Object.entries(empty)) {
    await openPage(page, path)
    await page.getByText(text, { exact: true }).first().waitFor()
  }
  expect(actor.complaints).toEqual([])
  await actor.leave()
})

const withdrawal: WithdrawalView = {
  id: 'withdrawal-1',
  uid: 'driver-1',
  date: Date.now(),
  name: 'Driver One',
  amount: 25,
  currency: 'UYU',
  processed: false,
  procesDate: null,
  state: 'open',
  reason: null,
  notBefore: null,
  payoutId: null,
}

const review: ReviewView = {
  id: 'RP01',
  refundId: null,
  purpose: 'booking',
  orderId: 'BOOKING001',
  payer: 'Rider One',
  provider: 'test',
  amount: 25,
  currency: 'UYU',
  reason: 'no_answer',
  refusal: null,
  noCredit: null,
  creditAskedBy: null,
  reported: null,
  ends: ['close'],
  createdAt: Date.now(),
  updatedAt: Date.now(),
}

test(
  'in demo mode every office page says so before anything is tried [backoffice-32] [settings-14] [booking-39]',
  { timeout: 180_000 },
  async () => {
    const actor = await open('demo-pages')
    const { page } = actor
    await openSession(actor, trial('Admin One'))
    await withSettings(actor, { AllowCriticalEditsAdmin: false })
    await page.route(/\/api\/withdrawals\?/, (route) => route.fulfill({ json: { rows: [withdrawal], next: null } }))
    await page.route(/\/api\/payments\/in-review\?/, (route) => route.fulfill({ json: { rows: [review], next: null } }))
    await page.goto('/dashboard')
    const note = page.getByRole('note').getByText('Demo mode: changes and exports are switched off')
    for (const { path } of routes.filter(({ roles }) => roles.includes('admin'))) {
      await openPage(page, path)
      await note.waitFor()
    }
    await openPage(page, '/drivers')
    const add = page.getByRole('button', { name: 'Add driver' })
    await add.focus()
    expect(await add.evaluate((button) => document.activeElement === button)).toBe(true)
    expect(await add.getAttribute('aria-disabled')).toBe('true')
    const reason = await add.getAttribute('aria-describedby')
    expect(await page.locator(`#${reason}`).textContent()).toContain('Demo mode')
    await add.press('Enter')
    expect(await page.getByRole('dialog').count()).toBe(0)
    const file = page.getByRole('button', { name: 'Export' })
    expect(await file.getAttribute('aria-disabled')).toBe('true')
    await file.press('Enter')
    await page.getByRole('note').getByText(actor.label('demo_export')).waitFor()
    await page.keyboard.press('Escape')
    await actor.picture('drivers')
    await expectAccessible(page, 'drivers in demo mode')
    await openPage(page, '/bookings')
    await expect.poll(() => file.getAttribute('aria-disabled')).toBe('true')
    await file.press('Enter')
    await page.getByRole('note').getByText(actor.label('demo_export')).waitFor()
    await expectAccessible(page, 'booking list without files')
    await page.keyboard.press('Escape')
    await openPage(page, '/notifications')
    const message = page.getByRole('button', { name: 'Add notification' })
    expect(await message.getAttribute('aria-disabled')).toBe('true')
    await openPage(page, '/cancelreasons')
    expect(await page.getByRole('button', { name: 'Add reason' }).count()).toBe(0)
    await openPage(page, '/addtowallet')
    expect(await page.getByRole('button', { name: 'Add to wallet' }).last().getAttribute('aria-disabled')).toBe('true')
    await actor.picture('addtowallet')

    // an opened row too
    const switchedOff = async (name: string) => {
      const button = page.getByRole('dialog').getByRole('button', { name, exact: true })
      await button.waitFor()
      expect(await button.getAttribute('aria-disabled')).toBe('true')
      expect(await button.getAttribute('aria-describedby')).toBe('demo-note')
    }
    await openPage(page, '/withdraws')
    await page.getByRole('button', { name: 'Withdrawal of Driver One', exact: true }).click()
    await switchedOff('Process')
    await switchedOff('Reject')
    await page.keyboard.press('Escape')
    await openPage(page, '/payments')
    await page.getByRole('button', { name: `Review payment ${review.id}`, exact: true }).click()
    await switchedOff('Decide')
    expect(actor.complaints).toEqual([])
    await actor.leave()
  },
)
