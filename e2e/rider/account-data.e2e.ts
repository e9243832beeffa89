import { expect, inject, test } from 'vitest'
import { actorsAt, phone } from '../testing/actors.ts'
import { newRider } from '../testing/money-steps.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { signIn } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base, { viewport: phone })

test(
  'a rider takes the data along, deletes the account and keeps it by signing in [design/privacy-10] [accounts-47]',
  { timeout: 180_000 },
  async () => {
    const rider = await open('rider-leaves')
    const { page } = rider
    const account = await newRider(base)

    // the policy leads to the page, also without a contact address
    await page.goto('/privacy-policy')
    await page.getByRole('heading', { name: 'Delete your account' }).waitFor()
    expect(await page.getByRole('link', { name: 'Your data' }).count()).toBe(2)

    await signIn(rider, account)
    // a protected page shows a spinner until the session is known [accounts-7]
    let answer = (): void => undefined
    const held = new Promise<void>((done) => (answer = done))
    await page.route('**/api/sessions/current', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/bookings')
    await page.getByRole('status', { name: 'Loading' }).first().waitFor()
    // The route stays: a request that it still holds when it ends is never sent.
    answer()
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('link', { name: 'Your data' }).click()
    await page.getByRole('heading', { name: 'Your data', level: 1 }).waitFor()
    await rider.picture('your-data')
    await expectAccessible(page, 'your data')
    await expectNoSideScroll(page, 'your data')

    await page.getByRole('button', { name: 'Request a copy' }).click()
    await page.getByText(/^Your copy is ready/).waitFor({ timeout: 30_000 })
    await rider.picture('copy-ready')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toBe('my-data.zip')
    // a ZIP holds the names of its files as plain text
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
    const zip = Buffer.concat(chunks).toString('latin1')
    expect(zip.slice(0, 2)).toBe('PK')
    for (const name of ['account.json', 'bookings.json', 'index.html']) expect(zip).toContain(name)

    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.waitFor()
    await rider.picture('confirm')
    await expectAccessible(page, 'delete the account')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByText(/^Your account will be deleted on/).waitFor()
    await page.waitForURL(`${base}/`)
    expect(await page.evaluate(async () => (await fetch('/api/sessions/current')).status)).toBe(401)

    await signIn(rider, account)
    await page.goto('/account-data')
    await page.getByText('Signing in has kept it.', { exact: false }).waitFor()
  },
)
