import { afterEach, expect, test, vi } from 'vitest'
import { readOptions } from './options.mjs'

afterEach(() => vi.restoreAllMocks())

test('the city runs at four times real speed with twelve drivers by default', () => {
  expect(readOptions([], {})).toEqual({ speed: 4, fleet: 12, dev: false, production: false })
  expect(readOptions(['--fleet', '0'], {})).toEqual({ speed: 1, fleet: 0, dev: false, production: false })
  expect(readOptions(['--speed=1', '--fleet=3', '--dev'], {})).toEqual({
    speed: 1,
    fleet: 3,
    dev: true,
    production: false,
  })
  expect(readOptions([], { SIMULATED_SPEED: '7' })).toMatchObject({ speed: 7 })
  expect(readOptions(['--speed', '2'], { SIMULATED_SPEED: '7' })).toMatchObject({ speed: 2 })
})

test('the category is the one that is named, else that of the environment [design/delivery-1]', () => {
  expect(readOptions(['--category', 'delivery'], {})).toMatchObject({ category: 'delivery' })
  expect(readOptions(['--category=taxi'], {})).toMatchObject({ category: 'taxi' })
  expect(readOptions([], {}).category).toBeUndefined()
})

test('production has no fleet and no speed-up', () => {
  expect(readOptions([], { REMIS_MODE: 'production' })).toEqual({ speed: 1, fleet: 0, dev: false, production: true })
  expect(readOptions(['--production'], {})).toEqual({ speed: 1, fleet: 0, dev: false, production: true })
})

test.each([
  [['--speed'], {}, '--speed takes a number from 1 to 60.'],
  [['--speed', '61'], {}, '--speed takes a number from 1 to 60.'],
  [['--speed='], {}, '--speed takes a number from 1 to 60.'],
  [['--category', 'boats'], {}, '--category takes taxi or delivery.'],
  [['--category'], {}, '--category takes taxi or delivery.'],
  [['--fleet', '-1'], {}, '--fleet takes a number from 0 to 12.'],
  [['--fleet', 'many'], {}, '--fleet takes a number from 0 to 12.'],
  [['--fleet', '2.5'], {}, '--fleet takes a whole number from 0 to 12.'],
  [[], { SIMULATED_SPEED: 'fast' }, 'SIMULATED_SPEED takes a number from 1 to 60. See .env.example.'],
  [['start'], {}, 'start is not known.'],
  [['--speed', '4'], { REMIS_MODE: 'production' }, 'The trial fleet and --speed are for the trial'],
  [['--fleet', '1'], { REMIS_MODE: 'production' }, 'The trial fleet and --speed are for the trial'],
])('%j with %j ends with a line that says what to do', (words, env, line) => {
  const output = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`)
  })
  expect(() => readOptions(words, env)).toThrow('exit 1')
  expect(output.mock.calls.join('')).toContain(line)
})
