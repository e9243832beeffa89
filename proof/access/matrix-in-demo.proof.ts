import { bookingsApi } from '@remis/domain/booking/booking-api'
import { assignApi } from '@remis/domain/dispatch/assign-api'
import { ridersApi } from '@remis/domain/people/riders-api'
import { databaseFor } from '@remis/server/testing/test-database'
import { describe, expect, it } from 'vitest'
import { proveMatrix } from './matrix-proof.ts'

const database = await databaseFor(import.meta.url)

describe('the same in demo mode: contacts are absent from the bytes', () => {
  proveMatrix(database, true, (world) => {
    it('a search by full number or email address finds no one', async () => {
      const { admin, rider } = world().actors
      const params = { id: world().of('NEW').id }
      for (const search of [rider.mobile, rider.email]) {
        expect((await admin.call(ridersApi.list, { query: { search } })).rows).toEqual([])
        expect((await admin.call(bookingsApi.list, { query: { search } })).rows).toEqual([])
      }
      const { driver } = world().of('NEW')
      expect((await admin.call(assignApi.drivers, { params, query: { search: driver.mobile } })).rows).toEqual([])
    })

    it('a search by name or booking still finds them', async () => {
      const { admin, rider } = world().actors
      const { rows } = await admin.call(ridersApi.list, { query: { search: rider.name } })
      expect(rows).toMatchObject([{ id: rider.id, email: 'Hidden', mobile: 'Hidden' }])
      const found = await admin.call(bookingsApi.list, { query: { search: rider.name } })
      expect(new Set(found.rows.map(({ customer_contact }) => customer_contact))).toEqual(new Set(['Hidden for Demo']))
    })
  })
})
