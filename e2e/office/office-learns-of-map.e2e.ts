import { expect, inject, test } from 'vitest'
import { actorsAt, type Actor } from '../testing/actors.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { openSession, trial } from '../testing/steps.ts'

const open = actorsAt(inject('quietCity'))
const london = { lat: 51.5074, lng: -0.1278 }
const hint = /npm run maps:import/

const findNothing = async ({ page }: Actor): Promise<void> => {
  const field = page.getByRole('combobox', { name: 'Destination', exact: true })
  await field.click()
  await field.pressSequentially('zzqxv', { delay: 15 })
  await page.getByText('No place matches “zzqxv”.').waitFor()
}

const standOutside = async (actor: Actor): Promise<void> => {
  actor.forgive(/status of 422.*getaddress/)
  await actor.page.getByRole('button', { name: 'Use my location' }).first().click()
  await actor.page.getByRole('paragraph').filter({ hasText: 'This place is outside our service area.' }).waitFor()
}

test(
  'the office reads how the map gets another area where a place is outside, a rider does not [design/maps-123]',
  { timeout: 240_000 },
  async () => {
    const admin = await open('admin-map-hint', { at: london })
    await openSession(admin, trial('Admin One'))
    await admin.page.goto('/addbookings')
    await standOutside(admin)
    await admin.page.getByText(hint).waitFor()
    await admin.picture('outside')
    await expectAccessible(admin.page, 'place outside')
    await expectNoSideScroll(admin.page, 'place outside')
    await findNothing(admin)
    await expect.poll(() => admin.page.getByText(hint).count()).toBe(2)
    await admin.picture('search-finds-nothing')

    const rider = await open('rider-map-hint', { at: london })
    await openSession(rider, trial('Rider One'))
    await rider.page.goto('/')
    await standOutside(rider)
    await findNothing(rider)
    expect(await rider.page.getByText(hint).count()).toBe(0)
    for (const { complaints } of [admin, rider]) expect(complaints).toEqual([])
  },
)
