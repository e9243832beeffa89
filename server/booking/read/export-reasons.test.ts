import { english } from '@remis/domain/texts/english'
import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import { cityFor } from '../../testing/test-city.ts'

const { city, db } = await cityFor(import.meta.url)

it('exports a reason that the server wrote in the language of the file [design/web-63]', async () => {
  const texts = { rider_no_show: 'O pasaxeiro non apareceu' }
  const row = { id: newId(), lang_name: 'Galego', lang_locale: 'gl', date_locale: 'gl-ES', is_default: false }
  await db.request
    .insertInto('languages')
    .values({ ...row, key_value_pairs: JSON.stringify(texts), built_in_pairs: '{}' })
    .execute()
  const [admin, rider] = [await city.person('admin'), await city.person('rider')]
  await city.driver()
  const { id } = await city.book(rider)
  const store = (reason: string | null) =>
    db.request.updateTable('bookings').set({ reason }).where('id', '=', id).execute()
  const read = async (language: string) => {
    const url = `${city.server.url}/api/bookings/export?format=csv&search=${id}&language=${language}`
    return (await fetch(url, { headers: { authorization: `Bearer ${admin.token}` } })).text()
  }
  await store('rider_no_show')
  expect(await read('gl')).toContain(`,${texts.rider_no_show},`)
  expect(await read('en')).toContain(`,${english.rider_no_show},`)
  await store('Changed plans')
  expect(await read('gl')).toContain(',Changed plans,')
  await store(null)
  await db.request.deleteFrom('languages').where('id', '=', row.id).execute()
})
