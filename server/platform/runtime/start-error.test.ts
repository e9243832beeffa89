import { describe, expect, it } from 'vitest'
import { StartError, startMessage } from './start-error.ts'

const system = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: of the system`), { code, ...(path === undefined ? {} : { path }) })

describe('the message of a failed start', () => {
  it.each<[string, unknown, string]>([
    ['a StartError', new StartError('Port 4000 is taken.'), 'Port 4000 is taken.'],
    [
      'a full disk',
      system('ENOSPC', '/srv/remis data/file'),
      'There is no space left on the disk. Free some, then start again. (/srv/remis data/file)',
    ],
    [
      'a full disk of the database, as a cause',
      new Error('the rows could not be written', { cause: system('53100') }),
      'There is no space left on the disk. Free some, then start again.',
    ],
    [
      'a role without rights on the tables [design/data-60]',
      Object.assign(new Error('permission denied for table installation_marks'), { code: '42501' }),
      'The role that should own the database has no right to its tables. Set DATABASE_OWNER_URL to the address with the role that owns them, and DATABASE_URL to the other role. (permission denied for table installation_marks)',
    ],
  ])('%s', (_, error, message) => {
    expect(startMessage(error)).toBe(message)
  })

  it('shows an unknown error with its stack', () => {
    expect(startMessage(new TypeError('odd'))).toMatch(/^Remis could not start: TypeError: odd\n\s+at /)
    expect(startMessage('odd')).toBe('Remis could not start: odd')
  })
})
