import { placesApi, savedAddressesApi } from '@remis/domain/places/places-api'
import { serve, type Platform } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { autocomplete, type SearchDeps } from './autocomplete.ts'
import { addSavedAddress, changeSavedAddress, removeSavedAddress } from './change-saved-addresses.ts'
import { getAddress, getCoords } from './geocode.ts'
import { getDriveTime } from './get-drive-time.ts'
import { getMultiLocTime } from './get-multi-loc-time.ts'
import { getRoute } from './get-route.ts'
import { listSavedAddresses } from './list-saved-addresses.ts'

type Deps = SearchDeps & Platform

export const places: Feature<Deps> = {
  endpoints: [
    ...serve<Deps, typeof placesApi>(placesApi, {
      autocomplete,
      getCoords,
      getRoute,
      getAddress,
      getDriveTime,
      getMultiLocTime,
    }),
    ...serve<Deps, typeof savedAddressesApi>(savedAddressesApi, {
      list: listSavedAddresses,
      add: addSavedAddress,
      change: changeSavedAddress,
      remove: removeSavedAddress,
    }),
  ],
}
