import { expect, inject, test } from 'vitest'
import { actorsAt, phone } from '../testing/actors.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)

test('a driver sets up an app that sends the position, and turns it off [design/tracking-30]', async () => {
  const driver = await open('driver-tracker', { viewport: phone, dark: true })
  await openSession(driver, trial('Driver Eight'))
  const { page } = driver
  await page.goto('/profile')
  const part = page.getByRole('region', { name: 'Position from another app' })
  await part.getByRole('button', { name: 'Set up an app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Position from another app' })
  await dialog.getByRole('img', { name: 'Code for Traccar Client' }).waitFor()
  await expectAccessible(page, 'what the app needs')
  await expectNoSideScroll(page, 'what the app needs')
  await driver.picture('set-up')
  const [, token = ''] = await dialog.locator('code').allInnerTexts()
  const post = async () =>
    (await fetch(`${base}/tracker?id=${token}&lat=-34.9058&lon=-56.1913`, { method: 'POST' })).status
  expect(await post()).toBe(200)

  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await part.getByText(/^Last position/).waitFor()
  expect(await page.getByText(token).count(), 'the token is shown once').toBe(0)
  await expectAccessible(page, 'an app that sends the position')
  await driver.picture('used')
  await part.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await part.getByRole('button', { name: 'Set up an app' }).waitFor()
  expect(await post()).toBe(404)
  expect(driver.complaints).toEqual([])
})
