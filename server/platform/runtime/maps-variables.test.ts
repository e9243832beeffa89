import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const osrm = { MAPS_OSRM_URL: 'https://osrm.example/api/?key=1' }
const production = { REMIS_MODE: 'production', PUBLIC_URL: 'https://taxi.example' }

describe('the variables of maps services [design/maps-80]', () => {
  it('use the embedded engine for everything without any', () => {
    expect(readConfig({}).maps).toMatchObject({ search: 'embedded', routing: 'embedded', matching: 'embedded', urls: {}, style: undefined }) // prettier-ignore
  })

  it('choose each capability alone', () => {
    expect(readConfig({ MAPS_ROUTING: 'osrm', ...osrm }).maps).toMatchObject({
      search: 'embedded',
      routing: 'osrm',
      urls: { osrm: 'https://osrm.example/api?key=1' },
    })
  })

  it('allow the origins of a style', () => {
    const style = (more: Record<string, string>) => readConfig({ MAPS_STYLE_URL: 'https://a.example/{theme}.json', ...more }).maps.style // prettier-ignore
    expect(style({})).toEqual({ url: 'https://a.example/{theme}.json', origins: ['https://a.example'] })
    expect(style({ MAPS_STYLE_ORIGINS: 'https://t.example/x, https://a.example' })?.origins).toEqual(['https://a.example', 'https://t.example']) // prettier-ignore
  })

  const refused: [Record<string, string>, RegExp][] = [
    [{ MAPS_ROUTING: 'osrm' }, /^MAPS_ROUTING=osrm needs MAPS_OSRM_URL/],
    [{ MAPS_SEARCH: 'google' }, /^MAPS_SEARCH=google needs GOOGLE_MAPS_SERVER_KEY/],
    [{ MAPS_SEARCH: 'osrm', ...osrm }, /^MAPS_SEARCH is not valid/],
    [{ MAPS_MATCHING: 'photon' }, /^MAPS_MATCHING is not valid/],
    [{ MAPS_OSRM_URL: 'osrm:5000' }, /^MAPS_OSRM_URL is not valid/],
    [{ MAPS_OSRM_URL: 'https://me:secret@osrm.example' }, /^MAPS_OSRM_URL is not valid: it must have neither/],
    [{ MAPS_STYLE_URL: 'tiles.example' }, /^MAPS_STYLE_URL is not valid/],
    [{ MAPS_STYLE_URL: 'https://{theme}.example/style.json' }, /^MAPS_STYLE_URL is not valid/],
    [{ MAPS_STYLE_ORIGINS: 'https://a.example' }, /^MAPS_STYLE_ORIGINS needs MAPS_STYLE_URL/],
    [
      { MAPS_STYLE_URL: 'https://a.example/s', MAPS_STYLE_ORIGINS: "https://b.example,'self'" },
      /^MAPS_STYLE_ORIGINS is not valid/,
    ],
    [{ MAPS_AREA: '10,40,9,42' }, /^MAPS_AREA is not valid/],
    [{ MAPS_DAILY_REQUESTS: '0' }, /^MAPS_DAILY_REQUESTS is not valid/],
    // its usage policy forbids search while typing
    [{ MAPS_NOMINATIM_URL: 'https://nominatim.openstreetmap.org' }, /^MAPS_NOMINATIM_URL: .*usage policy forbids/],
    [{ MAPS_OSRM_URL: 'https://router.project-osrm.org', ...production }, /^MAPS_OSRM_URL: .*not for production/],
  ]

  it.each(refused)('%j is refused in one line [design/maps-84]', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
    expect(() => readConfig(env)).not.toThrow(/\n/)
  })

  it('a trial may use a demonstration server', () => {
    const url = 'https://router.project-osrm.org'
    expect(readConfig({ MAPS_OSRM_URL: url }).maps.urls.osrm).toBe(url)
  })
})
