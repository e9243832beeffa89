import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { profileApi } from '@remis/domain/accounts/profile-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { personPartsApi } from '@remis/domain/people/person-parts-api'
import { describe, expect, it } from 'vitest'
import { actorOf } from '../../testing/actors.ts'
import { cityFor, keyOf } from '../../testing/test-city.ts'

const { city } = await cityFor(import.meta.url)
const admin = await city.person('admin')
const password = 'abc*123'

const signUp = async (firstName: string, lastName: string, n: number) => {
  const account = { email: `long.${n}@example.org`, password }
  const regData = { ...account, firstName, lastName, mobile: `+5989215000${n}`, usertype: 'rider' }
  const { uid: id } = await actorOf(city.server.url, undefined).call(accountsApi.signUp, { body: { regData } })
  const { token } = await actorOf(city.server.url, undefined).call(accountsApi.signIn, { body: account })
  return { id, self: actorOf(city.server.url, token) }
}

describe('texts that the office enters about a person [design/accounts-63]', () => {
  it('lose characters that cannot be seen and overrides of the direction', async () => {
    const { person } = await admin.call(peopleApi.add, {
      body: {
        usertype: 'driver',
        firstName: 'Dri\u202Ever',
        lastName: 'O\u0007ne',
        vehicleMake: 'Fi\u202Eat',
        vehicleModel: 'U\u202Eno',
        vehicleNumber: 'AB\u202E 12',
        other_info: 'quiet\u202E car',
        email: 'unseen@example.org',
        mobile: '+598921600001',
      },
    })
    expect(JSON.stringify(person)).not.toMatch(/\u202e|\\u0007/i)
    expect(person).toMatchObject({ firstName: 'Driver', vehicleMake: 'Fiat', vehicleNumber: 'AB 12' })
    const params = { id: person.id }
    const changed = await admin.call(peopleApi.update, { params, body: { other_info: 'ra\u202Edio' } })
    expect(JSON.stringify(changed)).not.toContain('\u202E')
    const { note } = await admin.call(personPartsApi.addNote, { params, body: { text: 'called\u202E twice' } })
    expect(note.text).toBe('called twice')
    const suspended = await admin.call(peopleApi.suspend, { params, body: { reason: 'lat\u202Ee', until: null } })
    expect(JSON.stringify(suspended)).not.toContain('\u202E')
  })
})

describe('names as long as the registration permits', () => {
  const long = '漢'.repeat(100)

  it('can be saved in the profile and by the office', async () => {
    const { id, self } = await signUp('A'.repeat(100), 'B'.repeat(100), 1)
    await self.call(profileApi.change, { body: { firstName: 'A'.repeat(100), lastName: 'C'.repeat(100) } })
    const { person } = await admin.call(peopleApi.update, { params: { id }, body: { lastName: 'D'.repeat(100) } })
    expect(person.lastName).toBe('D'.repeat(100))
  })

  it('do not stop the list at their row: the cursor after it is accepted', async () => {
    for (const n of [2, 3, 4]) await signUp(long, `${long.slice(0, 99)}${n}`, n)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const query = { usertype: 'rider', sort: 'name', direction: 'asc', limit: 1 } as const
      const found = await admin.call(peopleApi.list, {
        query: { ...query, ...(cursor === undefined ? {} : { cursor }) },
      })
      seen.push(...found.rows.map(({ lastName }) => lastName))
      cursor = found.next ?? undefined
    } while (cursor !== undefined)
    expect(seen.filter((name) => name.startsWith('漢'))).toHaveLength(3)
  })
})

it('reads a number without a plus as one of the operator’s country, in any digits [design/web-136]', async () => {
  await city.server.app.settings.change({ country: 'Uruguay' }, null)
  const add = (mobile: string) =>
    admin.call(peopleApi.add, { body: { usertype: 'rider', firstName: 'Rider', lastName: 'One', mobile } })
  expect((await add('099 123 456')).person.mobile).toBe('+59899123456')
  expect((await add('٠٩٩ ١٢٣ ٤٥٧')).person.mobile).toBe('+59899123457')
  expect(await keyOf(add('+598.99.123.456'))).toBe('user_exists')
})
