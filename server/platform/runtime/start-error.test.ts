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
  ])('%s', (_, error, message) => {
    expect(startMessage(error)).toBe(message)
  })

  it('shows an unknown error with its stack', () => {
    expect(startMessage(new TypeError('odd'))).toMatch(/^Remis could not start: TypeError: odd\n\s+at /)
    expect(startMessage('odd')).toBe('Remis could not start: odd')
  })
})
