import { bookingsApi } from '@remis/domain/booking/booking-api'
import { foldText } from '@remis/domain/kit/fold-text'
import { officeSearchApi } from '@remis/domain/office-search/office-search-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { mostName } from '@remis/domain/people/first-name'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { drives, openCity, type City, type TestActor } from '../../testing/test-city.ts'
import { databaseFor } from '../../testing/test-database.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let city: City
let [admin, rider, driver, fleet]: TestActor[] = []
let id = ''

beforeAll(async () => {
  city = await openCity(database)
  ;[admin, rider, fleet] = [await city.person('admin'), await city.person('rider'), await city.person('fleetadmin')]
  driver = await city.driver({ fleetadmin: fleet.id })
  // a test person's address holds random letters, which a search of two letters could find
  await sql`update users set first_name = 'Ольга', last_name = 'Кузнецова-Zabala', mobile = '+59899424242',
    email = 'one@example.org' where id = ${rider.id}`.execute(db.request)
  await sql`update users set first_name = 'فاطمة', last_name = 'الخطيب', vehicle_number = 'SQX 8261' where id = ${driver.id}`.execute(
    db.request,
  )
  id = (await city.book(rider, await city.quote(rider))).id
})

const found = async (actor: TestActor, search: string): Promise<string[]> =>
  (await actor.call(bookingsApi.list, { query: { search } })).rows.map((row) => row.id)

const wordsOf = async (side: 'rider' | 'driver'): Promise<string | undefined> =>
  (
    await db.request
      .selectFrom('booking_words')
      .select('words')
      .where('booking_id', '=', id)
      .where('side', '=', side)
      .executeTakeFirst()
  )?.words

describe('a search of bookings [design/data-81]', () => {
  it.each(['Ольга', 'оль', 'Ол', 'узне', 'zabala', 'Za', 'bal', '424242', '+59899', 'Economy'])(
    'finds %s in every script, from two letters on',
    async (search) => {
      expect(await found(admin!, search)).toEqual([id])
    },
  )

  it('finds the whole id, and two Latin letters only where a word begins', async () => {
    expect(await found(admin!, id.toLowerCase())).toEqual([id])
    expect(await found(admin!, id.slice(0, 7))).toEqual([])
    expect(await found(admin!, 'ba')).toEqual([])
    expect(await found(admin!, 'bal')).toEqual([id])
  })

  it.each(['%', '_', '%%%', '\\', '@', 'Щщы', 'Qxz', 'Ольга Zabala'])('finds nothing by %s', async (search) => {
    expect(await found(admin!, search)).toEqual([])
  })

  it('finds the driver from the accept on, and each word for the roles that may search for it', async () => {
    expect(await found(admin!, 'الخ')).toEqual([])
    expect(await wordsOf('driver')).toBeUndefined()
    await drives(driver!, id).accept()
    for (const search of ['الخطيب', 'فا', 'sqx 8261', '826']) expect(await found(admin!, search)).toEqual([id])
    // contacts are for admins
    expect(await found(fleet!, 'الخطيب')).toEqual([id])
    expect(await found(fleet!, '424242')).toEqual([])
  })

  it('forgets the words of a name that is erased', async () => {
    expect(await wordsOf('rider')).toContain('zabala')
    await sql`update bookings set customer_name = 'Deleted user', customer_contact = null where id = ${id}`.execute(
      db.request,
    )
    expect(await wordsOf('rider')).not.toMatch(/zabala|424242/)
    expect(await found(admin!, 'zabala')).toEqual([])
  })
})

describe('a search of people [design/data-81]', () => {
  it.each(['Ольга', 'Ол', 'zab', '424242'])('finds %s', async (search) => {
    const { rows } = await admin!.call(peopleApi.list, { query: { usertype: 'rider', search } })
    expect(rows.map((row) => row.id)).toEqual([rider!.id])
  })

  it.each(['SQX', '8261', 'الخطيب'])('finds the driver by %s', async (search) => {
    const { rows } = await admin!.call(peopleApi.listDrivers, { query: { search } })
    expect(rows.map((row) => row.id)).toEqual([driver!.id])
  })
})

describe('searches and orders ignore accents [people-32] [design/data-110]', () => {
  const named = new Map<string, TestActor>()
  const rename = (person: TestActor, first: string, last: string) =>
    sql`update users set first_name = ${first}, last_name = ${last} where id = ${person.id}`.execute(db.request)

  beforeAll(async () => {
    const names = 'José Núñez,Demir Zz,Çelik Zz,Cem Zz,Ezgi Zz,Işık Zz,Jale Zz,مُحَمَّد أحمد,שָׁלוֹם כהן,王伟 芳,राम सिंह'
    for (const name of names.split(',')) {
      const person = await city.person('rider')
      const [first = '', last = ''] = name.split(' ')
      await rename(person, first, last)
      named.set(first, person)
    }
  })

  const listed = async (query: { search: string; sort?: 'name'; direction?: 'asc'; limit?: number; cursor?: string }) =>
    admin!.call(peopleApi.list, { query: { usertype: 'rider', ...query } })
  const firstNames = async (search: string): Promise<string[]> =>
    (await listed({ search })).rows.map((row) => row.firstName)

  it.each([
    ['José', ['José', 'jose', 'JOSE', 'JOSÉ', 'nunez', 'Núñez', 'nuñ', 'Jo', 'jose nu']],
    ['Çelik', ['celik', 'ÇELIK', 'çel', 'Ce']],
    ['Işık', ['isik', 'IŞIK', 'ışık', 'İşik']],
    ['مُحَمَّد', ['محمد', 'مُحَمَّد', 'احمد', 'أحمد']],
    ['שָׁלוֹם', ['שלום', 'שָׁלוֹם', 'כהן']],
    ['王伟', ['王伟', '王', '芳']],
    ['राम', ['राम', 'सिंह']],
  ])('%s is found by %j', async (name, searches) => {
    for (const search of searches) expect(await firstNames(search), search).toContain(name)
  })

  it.each(['रम', 'josé núñes', 'Çz'])('%s finds nobody', async (search) => {
    expect(await firstNames(search)).toEqual([])
  })

  it('sorts Çelik between Cem and Demir, over pages', async () => {
    const order: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await listed({
        search: 'zz',
        sort: 'name',
        direction: 'asc',
        limit: 2,
        ...(cursor ? { cursor } : {}),
      })
      order.push(...page.rows.map((row) => row.firstName))
      cursor = page.next
    } while (cursor)
    expect(order).toEqual(['Çelik', 'Cem', 'Demir', 'Ezgi', 'Işık', 'Jale'])
  })

  it('pages over the longest names of a script that NFD makes longer', async () => {
    const pair = [await city.person('driver'), await city.person('driver')]
    for (const person of pair) await rename(person, '한'.repeat(mostName), '글'.repeat(mostName))
    const page = async (cursor?: string) =>
      admin!.call(peopleApi.listDrivers, { query: { search: '한한', sort: 'name', limit: 1, cursor } })
    const first = await page()
    const second = await page(first.next ?? '')
    expect([...first.rows, ...second.rows].map((row) => row.id).toSorted()).toEqual(
      pair.map((one) => one.id).toSorted(),
    )
    expect(second.next).toBeNull()
  })

  it('finds a booking by its rider, its driver and an address', async () => {
    const jose = named.get('José')!
    await city.driver()
    const ride = (await city.book(jose, await city.quote(jose))).id
    await sql`update bookings set pickup_add = 'Calle Ejército 5', driver_name = 'Ömer Özdemir' where id = ${ride}`.execute(
      db.request,
    )
    for (const search of ['jose nunez', 'EJERCITO', 'ejército 5', 'ozdemir', 'ÖMER'])
      expect(await found(admin!, search), search).toEqual([ride])
  })

  it('the search of the office finds names by their beginning', async () => {
    const { people } = await admin!.call(officeSearchApi.find, { query: { words: 'jose nu' } })
    expect(people.map(({ id: person }) => person)).toEqual([named.get('José')!.id])
  })

  it('fold_text gives what foldText gives, for every letter up to the Chinese ones', async () => {
    const letters = Array.from({ length: 0xa000 - 0x80 }, (_, n) => String.fromCodePoint(n + 0x80)).filter((letter) =>
      /[\p{L}\p{M}]/u.test(letter),
    )
    const { rows } = await sql<{ letter: string; folded: string }>`
      select letter, fold_text(letter) as folded from unnest(${letters}::text[]) letter`.execute(db.request)
    const differing = rows.filter(({ letter, folded }) => folded !== foldText(letter)).map(({ letter }) => letter)
    expect(differing).toEqual([])
  })
})
