import { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { messages } from '@remis/domain/messages/english'
import { expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { signInByCall } from '../testing/by-call.ts'
import { choosePlace, hydrated, openPage, openSession, trial, withSettings } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)

/** What an operator may fill in or leave empty. */
const links = {
  FacebookHandle: 'remis.uy',
  TwitterHandle: 'remis_uy',
  InstagramHandle: 'remisuy',
  AppleStoreLink: 'https://apps.apple.com/app/remis',
  PlayStoreLink: 'https://play.google.com/store/apps/details?id=remis',
  CompanyName: 'Remis Montevideo',
  CompanyWebsite: 'remis.example',
  contact_email: 'office@remis.example',
}
const none = Object.fromEntries(Object.keys(links).map((field) => [field, '']))

const visible = ({ page }: Actor, place: string) =>
  page
    .locator(`${place} a:visible`)
    .evaluateAll((all) => all.map((a) => [a.textContent?.trim(), a.getAttribute('href')]))

/** The least height of the picture; it grows with its content. */
const heroHeight = ({ page }: Actor) =>
  page
    .locator('main section')
    .first()
    .evaluate((one) => getComputedStyle(one).minHeight)

const navigation = [
  ['Home', '/'],
  ['Login / signup', '/login'],
  ['About us', '/about-us'],
  ['Privacy policy', '/privacy-policy'],
]
const social = ['https://www.facebook.com/remis.uy', 'https://x.com/remis_uy', 'https://www.instagram.com/remisuy']

test('header, hero, form, sections and footer of the landing page [landing-1] [landing-2] [landing-3] [landing-4] [landing-6] [landing-7] [landing-8] [landing-9] [landing-10] [landing-12] [landing-13] [landing-14] [landing-15] [landing-16] [landing-17] [landing-18] [landing-26] [landing-27] [messages-21]', async () => {
  const visitor = await open('visitor-landing', { motion: true })
  const { page } = visitor
  await withSettings(visitor, links)
  await page.goto('/')
  await page.getByRole('heading', { name: 'Get the app' }).waitFor()

  const { appName } = await (await signInByCall(base, 'Admin One'))(backofficeApi.settings, {})
  expect(await page.title()).toBe(appName)
  const header = page.getByRole('banner')
  expect(await header.getByRole('link', { name: appName }).getAttribute('href')).toBe('/')
  expect(await visible(visitor, 'header nav')).toEqual(navigation)
  expect(await page.getByRole('combobox', { name: 'Language' }).inputValue()).toBe('en')
  for (const [i, name] of ['Facebook', 'Twitter', 'Instagram'].entries())
    expect(await header.getByRole('link', { name }).getAttribute('href')).toBe(social[i])

  // the hero: 90vh, at most 1000 px, under a dark overlay; its picture scrolls more slowly
  const hero = page.locator('main section').first()
  await expect.poll(() => heroHeight(visitor)).toBe('810px')
  await page.setViewportSize({ width: 1440, height: 1600 })
  await expect.poll(() => heroHeight(visitor)).toBe('1000px')
  await page.setViewportSize({ width: 1440, height: 900 })
  const backdrop = hero.locator('div').first()
  expect(await backdrop.evaluate((one) => getComputedStyle(one, '::after').backgroundImage)).toContain('gradient')
  const colour = () => header.evaluate((one) => getComputedStyle(one).backgroundColor)
  const atTop = await colour()
  await page.mouse.move(700, 450)
  await page.mouse.wheel(0, 300)
  await expect
    .poll(() => hero.locator('picture img').evaluate((one) => one.style.transform))
    .toMatch(/translateY\([1-9]/)
  await expect.poll(colour).not.toBe(atTop)
  await page.mouse.wheel(0, -600)
  await expect.poll(colour).toBe(atTop)

  // containers follow the width of the window
  const inner = hero.locator('> div').nth(1)
  for (const [width, most] of [
    [600, 540],
    [800, 720],
    [1000, 960],
    [1300, 1140],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    expect((await inner.boundingBox())?.width, `at ${width}`).toBe(most)
    // header, hero, both sections and footer have the same edges
    const widths = await page
      .locator('header > div, main section, main section > div, footer > div')
      .evaluateAll(
        (parts, max) =>
          parts.filter((one) => getComputedStyle(one).maxWidth === `${max}px`).map((one) => one.clientWidth),
        most,
      )
    expect(widths, `at ${width}`).toEqual(Array.from({ length: 5 }, () => most))
  }
  await page.setViewportSize({ width: 1440, height: 900 })

  // the form, in this order
  const form = page.getByRole('form', { name: 'Book a ride' })
  await form.getByText('Later', { exact: true }).click()
  const order = await form
    .locator('input, button[role=combobox], button[type=submit]')
    .evaluateAll((all) =>
      all.map((one) =>
        one instanceof HTMLInputElement ? (one.type === 'text' ? one.getAttribute('role') : one.type) : one.textContent,
      ),
    )
  expect(order).toEqual(['combobox', 'combobox', 'Choose a car type', 'radio', 'radio', 'datetime-local', 'Book Later'])
  await form.getByText('Now', { exact: true }).click()
  await form.getByRole('button', { name: 'Book Now', exact: true }).waitFor()
  expect(await form.locator('input[type=datetime-local]').count()).toBe(0)
  await form.getByRole('combobox', { name: /car type/i }).click()
  expect(await form.getByRole('option').first().textContent()).toBe('Choose a car type')
  await page.keyboard.press('Escape')
  // the chosen place stays in the list of its picker
  await choosePlace(visitor, 'Pickup', 'palacio salvo')
  const pickup = form.getByRole('combobox', { name: 'Pickup', exact: true })
  await expect.poll(() => pickup.inputValue()).toMatch(/palacio salvo/i)
  await form.getByRole('listbox').waitFor({ state: 'detached' })
  await pickup.click()
  await form.getByRole('option', { name: /palacio salvo/i, selected: true }).waitFor()
  await page.keyboard.press('Escape')

  const product = page.getByRole('region', { name: 'A ride without surprises' })
  expect(await product.getByRole('listitem').getByRole('heading', { level: 3 }).count()).toBe(3)
  expect(await product.locator('> p').count()).toBe(1)
  const apps = page.getByRole('region', { name: 'Get the app' })
  expect(await apps.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
    links.AppleStoreLink,
    links.PlayStoreLink,
  ])
  const footer = page.getByRole('contentinfo')
  expect(await visible(visitor, 'footer nav')).toEqual(navigation)
  const company = footer.getByText(`© ${new Date().getFullYear()}`)
  const website = company.getByRole('link', { name: links.CompanyName })
  expect(await website.getAttribute('href')).toBe('https://remis.example')
  await visitor.picture('links')
  expect(visitor.complaints).toEqual([])
  await visitor.leave()

  // what the operator left empty is not shown
  const other = await open('visitor-bare')
  await withSettings(other, none)
  await other.page.goto('/')
  await other.page
    .getByRole('contentinfo')
    .getByText(/OpenStreetMap/)
    .waitFor()
  expect(await other.page.getByText(/© 20/).count()).toBe(0)
  expect(await other.page.getByRole('link', { name: /Facebook|Twitter|Instagram|App Store|Google/ }).count()).toBe(0)
  expect(await other.page.getByRole('heading', { name: 'Get the app' }).count()).toBe(0)
  expect(other.complaints).toEqual([])
  await other.leave()
})

test('below 768 px the links are in a drawer of 260 px, and the picture does not move [landing-5] [landing-8] [landing-25]', async () => {
  const visitor = await open('visitor-drawer', { viewport: phone, motion: true })
  const { page } = visitor
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Open menu' })
  await menu.waitFor()
  expect(await visible(visitor, 'header nav')).toEqual([])
  await page.setViewportSize({ width: 768, height: 900 })
  await menu.waitFor({ state: 'hidden' })
  expect(await visible(visitor, 'header nav')).toEqual(navigation)
  await page.setViewportSize({ width: 767, height: 900 })
  await menu.click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('link', { name: 'Privacy policy' }).waitFor()
  await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(260)
  await drawer.getByRole('link', { name: 'About us' }).click()
  await page.waitForURL('**/about-us')
  await drawer.waitFor({ state: 'hidden' })
  await page.evaluate(() => scrollTo(0, 200))
  expect(await page.locator('main section picture img').evaluate((one) => one.style.transform)).toBe('')
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

test('riders and admins see the form, drivers and fleet admins a slogan; the account link is theirs; an admin cannot book as a rider [landing-3] [landing-10] [landing-11] [booking-22]', async () => {
  for (const [label, form] of [
    ['Rider One', true],
    ['Admin One', true],
    ['Driver One', false],
    ['Fleet One', false],
  ] as const) {
    const person = await open(`landing-${label.toLowerCase().replace(' ', '-')}`)
    await openSession(person, trial(label))
    await person.page.goto('/')
    await person.page.getByRole('heading', { level: 1, name: form ? /./ : 'The city is waiting for you' }).waitFor()
    const account = person.page.getByRole('banner').getByRole('link', { name: 'My account' })
    await account.waitFor()
    expect(await account.getAttribute('href')).toBe('/bookings')
    expect(await person.page.getByRole('form', { name: 'Book a ride' }).count(), label).toBe(form ? 1 : 0)
    if (label === 'Admin One') {
      await person.page.getByRole('button', { name: 'Book Now' }).click()
      await person.page.getByText(messages.user_issue_contact_admin).first().waitFor()
    }
    expect(person.complaints).toEqual([])
    await person.leave()
  }
})

test('the static pages are public; the policy ends with the contact email and the deletion of the account [landing-9] [landing-23] [landing-24]', async () => {
  const visitor = await open('visitor-reads')
  const { page } = visitor
  await withSettings(visitor, links)
  const mails = () =>
    page.locator('main a[href^="mailto:"]').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  await page.goto('/about-us')
  await page.getByRole('heading', { level: 1, name: 'About us' }).waitFor()
  await page.getByRole('link', { name: links.contact_email }).waitFor()
  await expect.poll(() => heroHeight(visitor)).toBe('380px')
  await hydrated(page)
  await openPage(page, '/privacy-policy')
  await page.getByRole('link', { name: links.contact_email }).first().waitFor()
  await expect.poll(mails).toEqual(Array(2).fill(`mailto:${links.contact_email}`))
  const parts = await page.locator('main article h2').allTextContents()
  expect(parts.slice(-2)).toEqual(['Questions', 'Delete your account'])
  const deletion = page.locator('main article section').last()
  expect(await deletion.getByRole('link', { name: 'Your data' }).getAttribute('href')).toBe('/account-data')
  expect(visitor.complaints).toEqual([])
  await visitor.leave()

  const other = await open('visitor-reads-bare')
  await withSettings(other, none)
  await other.page.goto('/privacy-policy')
  await other.page.getByRole('link', { name: 'Your data' }).first().waitFor()
  await other.page.locator('main a[href^="mailto:"]').first().waitFor({ state: 'detached' })
  expect(await other.page.locator('main article section').last().textContent()).not.toMatch(/@|\{/)
  expect(other.complaints).toEqual([])
  await other.leave()
})

test('the cards of sign-in and registration have their fields in the documented order; a friend’s link fills in the code, and the password rule is the server’s [accounts-10] [accounts-28] [accounts-29] [accounts-30]', async () => {
  const visitor = await open('visitor-registers-bank', { viewport: phone })
  const { page } = visitor
  /** names of the fields, in the order of the form */
  const fields = () =>
    page
      .getByRole('main')
      .locator('form input')
      .evaluateAll((all) => all.map((one) => one.getAttribute('name')))
  await withSettings(visitor, { bank_fields: true, RiderWithDraw: true })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot password?' }).waitFor()
  expect(await fields()).toEqual(['email', 'password'])
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Create account' }).click()
  await page.waitForURL('**/register')
  const person = ['firstName', 'lastName', 'email', 'password', 'country', 'mobile', 'referralId']
  const bank = ['bankName', 'bankCode', 'bankAccount']
  await page.getByLabel('Bank account').waitFor()
  expect(await fields()).toEqual([...person, ...bank])
  for (const name of bank) expect(await page.locator(`input[name=${name}]`).getAttribute('required')).not.toBeNull()
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await page.waitForURL('**/login')

  // the bank fields need both settings; a friend’s link fills in the referral code
  await withSettings(visitor, { bank_fields: true, RiderWithDraw: false, passwordPolicy: 'complex' })
  await page.goto('/register?referral=ana1234')
  await page.getByLabel('First name').waitFor()
  await expect.poll(fields).toEqual(person)
  await expect.poll(() => page.getByLabel(/Referral code/).inputValue()).toBe('ana1234')

  // the page shows and checks the password rule of the server [design/accounts-7]
  await page.getByText(/^8–30 characters without spaces/).waitFor()
  await page.getByLabel('First name').fill('Rider')
  await page.getByLabel('Last name').fill('Newcomer')
  await page.getByRole('textbox', { name: 'Email' }).fill(`rider.${Date.now()}@remis.example`)
  await page.getByLabel(/phone/i).last().fill(String(Date.now()).slice(-8))
  // fits the default rule
  await page.getByLabel('Password', { exact: true }).fill('abc@12345')
  await page
    .getByRole('button', { name: /register|create/i })
    .last()
    .click()
  await page.getByText('Choose a password that fits the rule under the field.').first().waitFor()
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})
