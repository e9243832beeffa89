import { describe, expect, test } from 'vitest'
import { readConfig, type Config } from '../../../platform/runtime/config.ts'
import { googleError } from './google-errors.ts'

const serverKey = 'a-key-for-this-server-only'
const configOf = (more: Readonly<Record<string, string>>): Config =>
  readConfig({
    MAPS_SEARCH: 'google',
    MAPS_DRAWING: 'google',
    GOOGLE_MAPS_SERVER_KEY: serverKey,
    GOOGLE_MAPS_BROWSER_KEY: 'a-key-for-browsers-only',
    ...more,
  })

describe('errors [design/maps-94]', () => {
  test.each([
    [429, { status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.' }, 'QUOTA'],
    [429, {}, 'QUOTA'],
    [403, { status: 'OVER_DAILY_LIMIT' }, 'QUOTA'],
    [400, { status: 'INVALID_ARGUMENT', message: 'Invalid circle.radius.' }, 'BAD_INPUT'],
    [404, { status: 'NOT_FOUND', message: 'The Place ID is no longer valid.' }, 'NOT_FOUND'],
    [200, { status: 'ZERO_RESULTS' }, 'NOT_FOUND'],
    [503, { status: 'UNAVAILABLE', message: 'The service is currently unavailable.' }, 'UPSTREAM'],
    [500, { status: 'INTERNAL' }, 'UPSTREAM'],
    [504, { status: 'DEADLINE_EXCEEDED' }, 'UPSTREAM'],
    [400, { status: 'INVALID_ARGUMENT', message: 'The key you provided is invalid.' }, 'UPSTREAM'],
  ])('%i %o is %s', (status, error, code) => {
    expect(googleError('roads', status, { error }).code).toBe(code)
  })

  test('a body that is not JSON is classified by its status; keys and addresses are removed from messages', () => {
    expect(googleError('places', 502, 'Bad gateway').code).toBe('UPSTREAM')
    const { message } = googleError(
      'places',
      400,
      JSON.stringify({
        error: { status: 'FAILED', message: 'AIzaSyD-abcdefghijklmnop from 203.0.113.7 and 2001:db8::1' },
      }),
    )
    expect(message).not.toMatch(/AIza|203\.0|2001/)
  })
})

describe('the configuration', () => {
  test('Google services with another map are refused unless the terms allow it [design/maps-96]', () => {
    expect(() => configOf({ MAPS_DRAWING: 'embedded' })).toThrow(
      /^MAPS_SEARCH=google needs MAPS_DRAWING=google: .* See GOOGLE_MAPS_TERMS/,
    )
    expect(configOf({ MAPS_DRAWING: 'embedded', GOOGLE_MAPS_TERMS: 'eea' }).maps.google.onOtherMaps).toBe(true)
  })

  test('two different keys are required, and they are sent over https only [design/maps-90]', () => {
    expect(() => readConfig({ MAPS_SEARCH: 'google', MAPS_DRAWING: 'google' })).toThrow('GOOGLE_MAPS_SERVER_KEY')
    expect(() => readConfig({ MAPS_DRAWING: 'google' })).toThrow('GOOGLE_MAPS_BROWSER_KEY')
    expect(() => configOf({ GOOGLE_MAPS_BROWSER_KEY: serverKey })).toThrow('Make two')
    expect(() =>
      configOf({
        REMIS_MODE: 'production',
        GOOGLE_MAPS_URL: 'http://proxy.example',
        PUBLIC_URL: 'https://ride.example',
      }),
    ).toThrow('https')
  })
})
