import { describe, expect, it } from 'vitest'
import { apiQuery, readAsk, writeAsk } from './list-query.ts'

describe('the list in the address', () => {
  it('reads what it writes', () => {
    const ask = { show: 'NEW', q: 'bulevar', sort: 'trip_cost', desc: false, id: 'ABCDEFGH12' } as const
    expect(readAsk(writeAsk(ask))).toEqual(ask)
    expect(Object.values(writeAsk(readAsk({}))).filter((value) => value !== undefined)).toEqual([])
  })

  it('takes no notice of what it does not know', () => {
    expect(readAsk({ show: 'LATE', sort: 'password', dir: 7, q: {}, id: [] })).toEqual(readAsk({}))
  })

  // An id or a search of digits alone comes from the router as a number.
  it('reads digits', () => {
    expect(readAsk({ q: 1825, id: 1234567890 })).toMatchObject({ q: '1825', id: '1234567890' })
  })

  it('asks the server to sort, filter, search and page', () => {
    expect(apiQuery(readAsk({ show: 'open', q: 'x' }), 'c')).toEqual({
      limit: 25,
      sort: 'tripdate',
      direction: 'desc',
      active: 'true',
      search: 'x',
      cursor: 'c',
    })
    expect(apiQuery(readAsk({ show: 'PAID' }), null)).toEqual({
      limit: 25,
      sort: 'tripdate',
      direction: 'desc',
      status: 'PAID',
    })
  })
})
