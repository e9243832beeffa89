import { describe, expect, test } from 'vitest'
import { checkSettings, mayBeEmpty, numberOrEmpty, rangeOf } from './settings-checks.ts'
import { allSettings, settingsPatch, type SettingsPatch } from './settings-api.ts'
import { defaultSettings } from './settings.ts'
import { isTimeZone, namesOfZone, presentZone, zonesOffered } from './time-zones.ts'

const current = { ...defaultSettings, code: 'UYU', decimal: 0 }
const check = (patch: SettingsPatch, codeFixed = false) => checkSettings(patch, { current, codeFixed })
const faultOf = (patch: SettingsPatch, codeFixed = false) => {
  const checked = check(patch, codeFixed)
  if ('settings' in checked) return checked.settings
  return checked.faults.map(({ key, field }) => `${key} ${field}`).join(', ')
}

test('the contract has every setting, to read and to change', () => {
  const names = Object.keys(defaultSettings).toSorted()
  expect(Object.keys(allSettings.shape).toSorted()).toEqual(names)
  expect(Object.keys(settingsPatch.shape).toSorted()).toEqual(names)
})

test('the range of a number is the one that is checked', () => {
  const { least, most } = rangeOf('offlineMinutes')!
  for (const allowed of [least, most]) expect(faultOf({ offlineMinutes: allowed })).toEqual({ offlineMinutes: allowed })
  for (const wrong of [least - 1, most + 1])
    expect(faultOf({ offlineMinutes: wrong })).toBe('settings_invalid offlineMinutes')
  expect(rangeOf('panic')).toBeUndefined()
})

describe('checkSettings', () => {
  test.each(['', null, '  ', 'ten', -1, '-3', 'NaN', Infinity])(
    'refuses an empty bonus %j first [settings-8]',
    (bonus) => {
      expect(faultOf({ bonus, decimal: 'x' })).toBe('proper_bonus bonus, settings_number decimal')
    },
  )
  test('reads numbers of 0 or more; anything else becomes empty [settings-7]', () => {
    expect([numberOrEmpty('7.5'), numberOrEmpty(0), numberOrEmpty(-0.1), numberOrEmpty('7,5')]).toEqual([
      7.5,
      0,
      null,
      null,
    ])
    expect(faultOf({ bonus: '50', driverRadius: '2.5' })).toEqual({ bonus: 50, driverRadius: 2.5 })
    expect(faultOf({ decimal: '' })).toBe('settings_number decimal')
  })
  test('stores 10 for an empty driverRadius [dispatch-3]', () => {
    expect(faultOf({ driverRadius: '' })).toEqual({ driverRadius: 10 })
    expect(faultOf({ driverRadius: 0 })).toEqual({ driverRadius: 0 })
  })
  test('requires symbol and code, and name, company, website and terms of the app info [settings-6]', () => {
    for (const name of ['symbol', 'code', 'appName', 'CompanyName', 'CompanyWebsite', 'CompanyTerms'] as const)
      expect(faultOf({ [name]: '  ' })).toBe(`settings_required ${name}`)
    expect(faultOf({ symbol: ' $U ' })).toEqual({ symbol: '$U' })
    expect([mayBeEmpty('CompanyTerms'), mayBeEmpty('taxNumber')], 'an undo [design/settings-4]').toEqual([false, true])
  })
})

test('names every field at fault, each once [design/settings-9]', () => {
  const patch: SettingsPatch = {
    panic: 'help',
    PlayStoreLink: 'ftp://x',
    code: 'yen',
    symbol: '',
    searchMinutes: 0,
    driverRadius: 2000,
    bonus: 'ten',
    contact_email: 'office',
  }
  expect(faultOf(patch)).toBe(
    [
      'proper_bonus bonus',
      'settings_invalid driverRadius',
      'settings_invalid searchMinutes',
      'settings_required symbol',
      'currency_unknown code',
      'proper_email contact_email',
      'settings_invalid panic',
      'settings_invalid PlayStoreLink',
    ].join(', '),
  )
})

test('the bonus has the decimals of amounts, not those of the currency [design/money-2], and the refusal says so [design/money-31]', () => {
  expect(faultOf({ bonus: 10.5, decimal: 0 })).toBe('decimal_too_many bonus')
  expect(faultOf({ bonus: 10.5, decimal: 1 })).toEqual({ bonus: 10.5, decimal: 1 })
  expect(faultOf({ bonus: 10, decimal: 0 })).toEqual({ bonus: 10, decimal: 0 })
  const stored = { current: { ...defaultSettings, bonus: 10.5 }, codeFixed: false }
  for (const patch of [{ decimal: 0 }, { code: 'JPY', decimal: 0 }])
    expect(checkSettings(patch, stored)).toEqual({ faults: [{ key: 'decimal_too_many', field: 'bonus' }] })
  expect(checkSettings({ decimal: 0, bonus: 10 }, stored)).toEqual({ settings: { decimal: 0, bonus: 10 } })
  expect(checkSettings({ decimal: 1 }, stored)).toEqual({ settings: { decimal: 1 } })
})

describe('currency [design/money-3]', () => {
  test('accepts at most as many decimals as the currency has', () => {
    expect(faultOf({ decimal: 2 })).toEqual({ decimal: 2 })
    expect(faultOf({ decimal: 3 })).toBe('decimal_too_many decimal')
    expect(faultOf({ decimal: 1.5 })).toBe('decimal_too_many decimal')
    expect(faultOf({ decimal: 3, code: 'KWD' })).toEqual({ decimal: 3, code: 'KWD' })
    expect(faultOf({ decimal: 1, code: 'JPY' })).toBe('decimal_too_many decimal')
  })
  test('refuses a new code once there is money in the old one; the same code is no change', () => {
    expect(faultOf({ code: 'EUR' })).toEqual({ code: 'EUR' })
    expect(faultOf({ code: 'EUR' }, true)).toBe('currency_code_fixed code')
    expect(faultOf({ code: 'UYU' }, true)).toEqual({ code: 'UYU' })
    expect(faultOf({ code: 'eur' })).toBe('currency_unknown code')
  })
})

test.each<[SettingsPatch, string]>([
  [{ timezone: 'America/Nowhere' }, 'time_zone_unknown timezone'],
  [{ contact_email: 'office' }, 'proper_email contact_email'],
  // a code, unlike `country`, which holds a label [places-15]
  [{ restrictCountry: 'Uruguay' }, 'settings_invalid restrictCountry'],
  [{ panic: 'help' }, 'settings_invalid panic'],
  [{ AppleStoreLink: 'javascript:alert(1)' }, 'settings_invalid AppleStoreLink'],
  [{ TwitterHandle: 'javascript:alert(1)' }, 'settings_invalid TwitterHandle'],
  [{ searchMinutes: 0 }, 'settings_invalid searchMinutes'],
  [{ positionFreshSeconds: 19 }, 'settings_invalid positionFreshSeconds'],
  [{ releaseMinutes: 1.5 }, 'settings_invalid releaseMinutes'],
])('refuses %j and names the field', (patch, fault) => expect(faultOf(patch)).toBe(fault))

test.each([
  ['America/Argentina/Buenos_Aires', true],
  ['America/Port-au-Prince', true],
  // links of the database
  ['Europe/Kyiv', true],
  ['Europe/Kiev', true],
  ['US/Pacific', true],
  ['Etc/GMT+3', true],
  ['UTC', true],
  // offsets, which newer versions of Node accept
  ['+02:00', false],
  ['-0300', false],
  ['Etc/+02:00', false],
  // abbreviations: PostgreSQL has other offsets for them
  ['IST', false],
  ['PST', false],
  ['CET', false],
  ['SystemV/PST8PDT', false],
  ['', false],
])('the time zone %s is accepted: %s [design/money-84]', (timezone, accepted) => {
  expect(isTimeZone(timezone)).toBe(accepted)
  expect(faultOf({ timezone })).toEqual(accepted ? { timezone } : 'time_zone_unknown timezone')
})

test('renamed zones are offered by their present names, and known by both [design/money-84]', () => {
  const offered = zonesOffered()
  expect(offered).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires']))
  expect(offered).not.toEqual(expect.arrayContaining(['Asia/Calcutta']))
  expect(offered.filter((zone) => presentZone(zone) !== zone)).toEqual([])
  expect(new Set(offered).size).toBe(offered.length)
  expect(namesOfZone('asia/calcutta')).toEqual(['asia/calcutta', 'Asia/Kolkata'])
  expect(namesOfZone('Europe/Kyiv')).toEqual(['Europe/Kyiv', 'Europe/Kiev'])
  expect(namesOfZone('UTC')).toEqual(['UTC'])
})

test('a stored time zone stays valid beside other settings', () => {
  const context = { current: { ...defaultSettings, timezone: 'CET' }, codeFixed: false }
  expect(checkSettings({ timezone: 'CET', otp_secure: false }, context)).toEqual({
    settings: { timezone: 'CET', otp_secure: false },
  })
})

test('accepts valid settings, empty links included', () => {
  const patch = {
    timezone: 'Europe/Berlin',
    contact_email: 'office@example.org',
    restrictCountry: 'DE',
    panic: '+49 112',
    PlayStoreLink: 'https://example.org/app',
    AppleStoreLink: '',
    TwitterHandle: 'remis',
    otp_secure: false,
  }
  expect(faultOf(patch)).toEqual(patch)
})
