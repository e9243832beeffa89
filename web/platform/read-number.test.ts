import { expect, it, vi } from 'vitest'
import { readNumber } from './read-number.ts'

const spain = { country: 'Spain', restrictCountry: '' }

it('says that the connection failed where the code that reads numbers cannot be loaded [design/web-136]', async () => {
  expect(await readNumber('612 34 56 78', spain)).toBe('+34612345678')
  vi.resetModules()
  vi.doMock('./full-number.ts', () => {
    throw new Error('Failed to fetch dynamically imported module')
  })
  await expect(readNumber('612 34 56 78', spain)).rejects.toMatchObject({ key: 'fetch_call_error' })
  vi.doUnmock('./full-number.ts')
})
