import { describe, expect, it } from 'vitest'
import { changeAddress, listQueryOf, readAddress, writeAddress, type ListAddress } from './list-address.ts'

const list = {
  sorts: ['tripdate', 'trip_cost', 'status'],
  usual: { sort: 'tripdate', desc: true },
  filters: { show: ['open', 'NEW', 'PAID'], type: ['flat'] },
}
const read = (search: Record<string, unknown>) => readAddress(search, list)

describe('a list in the address', () => {
  it('reads what it writes', () => {
    const address: ListAddress = {
      filters: { show: 'NEW', type: 'flat' },
      q: 'bulevar',
      sort: 'trip_cost',
      desc: false,
      page: 3,
      cursor: 'WyJ0',
      columns: ['id', 'status'],
      id: 'ABCDEFGH12',
    }
    expect(read(writeAddress(address, list))).toEqual(address)
    expect(Object.values(writeAddress(read({}), list)).filter((value) => value !== undefined)).toEqual([])
  })

  it('keeps what its address always has, such as the tab of its page [design/web-139]', () => {
    const inTab = { ...list, always: { tab: 'people' } }
    const searched = changeAddress(readAddress({ tab: 'people', at: 'x', page: 2 }, inTab), { q: 'ana' })
    expect(writeAddress(searched, inTab)).toMatchObject({ tab: 'people', q: 'ana', at: undefined, page: undefined })
  })

  it('ignores what it does not know', () => {
    expect(read({ show: 'LATE', type: 7, sort: 'password', dir: 7, q: {}, id: [], page: 9, at: {} })).toEqual(read({}))
    expect(read({ page: -1, at: 'x' })).toMatchObject({ page: 2, cursor: 'x' })
  })

  it('asks a rule which values a filter takes', () => {
    const some = {
      ...list,
      filters: { show: (value: string) => value.split(',').every((one) => one === one.toUpperCase()) },
    }
    expect(readAddress({ show: 'NEW,PAID' }, some).filters).toEqual({ show: 'NEW,PAID' })
    expect(readAddress({ show: 'NEW,paid' }, some).filters).toEqual({})
  })

  // An id or a search of digits alone comes from the router as a number.
  it('reads digits', () => {
    expect(read({ q: 1825, id: 1234567890 })).toMatchObject({ q: '1825', id: '1234567890' })
  })

  it('writes the direction that is not usual, either way', () => {
    const upwards = { sorts: ['name'], usual: { sort: 'name', desc: false } }
    const desc = { ...readAddress({}, upwards), desc: true }
    expect(writeAddress(desc, upwards)).toMatchObject({ dir: 'desc' })
    expect(readAddress({ dir: 'desc' }, upwards).desc).toBe(true)
  })

  it('goes back to the first page when the list changes, not when a row opens', () => {
    const third = read({ page: 3, at: 'abc', q: 'x' })
    expect(changeAddress(third, { q: 'y' })).toMatchObject({ q: 'y', page: 1, cursor: undefined })
    expect(changeAddress(third, { filters: {} })).toMatchObject({ page: 1 })
    expect(changeAddress(third, { id: 'A' })).toMatchObject({ id: 'A', page: 3, cursor: 'abc' })
    expect(changeAddress(third, { columns: ['id'] })).toMatchObject({ page: 3 })
  })

  it('asks the server to sort, search and page', () => {
    expect(listQueryOf(read({ q: 'x', at: 'c' }))).toEqual({
      limit: 25,
      sort: 'tripdate',
      direction: 'desc',
      search: 'x',
      cursor: 'c',
    })
    expect(listQueryOf(read({ dir: 'asc', sort: 'status' }))).toEqual({ limit: 25, sort: 'status', direction: 'asc' })
  })
})
