import { settingsApi } from '@remis/domain/backoffice/settings-api'
import { readState } from '@remis/server/traffic/traffic-store'
import { reading, sending, type MakeRequest } from './request.ts'

/** Names another country than that of the map, and accepts the proposal that brings it back. */
const acceptMapRequest: MakeRequest = async ({ actors }, _caller, _target, real) => {
  if (!real) return { body: { proposal: 'none' } }
  await actors.city.server.app.settings.change({ country: 'Nowhere', restrictCountry: 'UY' }, null)
  const { proposal } = await actors.admin.call(settingsApi.map, {})
  return { body: { proposal } }
}

/** On the version of the factors in use. */
const onSeenFactors: MakeRequest = async ({ actors }) => {
  const { version } = await readState(actors.city.database.db.request)
  return { body: { version } }
}

/** The map of the city, its services, and the traffic on its roads. */
export const mapRequests: Readonly<Record<string, MakeRequest>> = {
  'GET /api/settings/map': reading,
  'POST /api/settings/map': acceptMapRequest,
  'GET /api/map-services': reading,
  'POST /api/map-services/test': sending({ service: 'photon' }),
  'GET /api/google-map/key': reading,
  'GET /api/traffic': reading,
  'POST /api/traffic/accept': onSeenFactors,
  'POST /api/traffic/clear': onSeenFactors,
}
