import { cleanDetail } from '@remis/domain/kit/clean-text'
import type { googleMapApi } from '@remis/domain/maps/google-map-api'
import type { mapServicesApi } from '@remis/domain/maps/map-services-api'
import { addAudit } from '../platform/database/audit.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import type { MapsProvider } from '../providers/maps/maps-provider.ts'

export interface MapsFeatureDeps extends Platform {
  readonly maps: MapsProvider
}

/** The outside services in use [design/maps-80]; none when the embedded engine does everything. */
export const listMapServices: UseCase<MapsFeatureDeps, typeof mapServicesApi.list> = async ({ maps }) => ({
  services: (await maps.services.list()).map(({ capabilities, ...service }) => ({
    ...service,
    capabilities: [...capabilities],
  })),
})

/** Calls a service once, also while it is paused; the request counts against the ceilings. Audited. */
export const testMapService: UseCase<MapsFeatureDeps, typeof mapServicesApi.test> = async ({ maps }, call) => {
  const { service } = call.body
  const { ok, ms, detail } = await maps.services.test(service)
  return call.commit(async (tx) => {
    await addAudit(tx, {
      actor: call.who,
      address: call.address,
      action: 'map-service.test',
      subject: `map-service:${service}`,
      data: { outcome: ok ? 'accepted' : 'refused' },
    })
    return { ok, ms, detail: cleanDetail(detail) }
  })
}

/** Signed-in people get the key of Google's map where it is used [design/maps-90]; Google limits it to this site. */
export const readBrowserKey: UseCase<Platform, typeof googleMapApi.key> = async ({ config: { maps } }) => ({
  key: maps.drawing === 'google' ? (maps.google.browserKey ?? null) : null,
})
