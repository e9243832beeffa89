import { z } from 'zod'
import type { MapsLimits } from '../../../platform/runtime/limits/outside-limits.ts'
import type { MapsConfig } from '../../../platform/runtime/maps-variables.ts'
import { MapsError, type Point } from '../maps-provider.ts'
import type { OutsideAdapter } from '../outside/open-outside-maps.ts'
import type { OutsideService, OutsideServiceOptions } from '../outside/outside-service.ts'
import { googleHosts, type AskGoogle, type GoogleApi } from './google-api.ts'
import { googleError } from './google-errors.ts'
import { googleMatching } from './google-matching.ts'
import { googleRouting } from './google-routing.ts'
import { googleSearch, type GooglePlace } from './google-search.ts'

const bases = Object.values(googleHosts).map((host) => `https://${host}`)

/**
 * Google's terms allow to keep coordinates for 30 days and nothing else [design/maps-96]; the coordinates of a place
 * are kept for a day.
 */
export const googleOptions = ({
  google,
}: MapsConfig): Pick<OutsideServiceOptions, 'bases' | 'headers' | 'cacheSeconds'> => ({
  bases: google.url === undefined ? bases : [google.url],
  // Google takes the key as a header too, so that it is in no address and no log of one.
  headers: { 'x-goog-api-key': google.serverKey ?? '' },
  cacheSeconds: { search: 0, address: 0, route: 0, drive: 0 },
})

/** All of the port by Google's web services. */
export const googleMaps = (
  service: OutsideService,
  { matchMs }: Pick<MapsLimits, 'matchMs'>,
  center: () => Point,
): OutsideAdapter => {
  const ask: AskGoogle = ({ api, path, query, body, fieldMask, cost, forFare = false }) =>
    service.ask(
      {
        path,
        base: baseOf(service, api),
        microDollars: cost,
        forFare,
        ...(query === undefined ? {} : { query }),
        ...(body === undefined ? {} : { body }),
        ...(fieldMask === undefined ? {} : { headers: { 'x-goog-fieldmask': fieldMask } }),
        ...(api === 'roads' ? { timeoutMs: matchMs } : {}),
      },
      ({ status, json }) => {
        if (status >= 400) throw googleError(api, status, json)
        return json
      },
    )
  const search = googleSearch({ ask, center, seal, unseal })
  return {
    search: {
      ...search,
      coords: async (placeId) => {
        const { id, label } = unseal(placeId)
        return service.cached('place', [id, label], () => search.coords(placeId))
      },
    },
    routing: googleRouting({ ask }),
    matching: googleMatching({ ask }),
  }
}

/** The host of the API, or the proxy for all of them. */
const baseOf = ({ bases: [first = '', ...more] }: OutsideService, api: GoogleApi): string =>
  more.find((base) => new URL(base).host === googleHosts[api]) ?? first

const seal = ({ id, session, label }: GooglePlace): string => JSON.stringify([id, session, label])

const sealed = z.tuple([z.string().min(1), z.string().min(1), z.string()])

/** The id was signed, so only one of another version of Remis is not understood. */
const unseal = (placeId: string): GooglePlace => {
  try {
    const [id, session, label] = sealed.parse(JSON.parse(placeId))
    return { id, session, label }
  } catch {
    throw new MapsError('BAD_INPUT', 'This place id is not known.')
  }
}
