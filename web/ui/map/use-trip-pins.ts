import type { LatLng } from '@remis/domain/kit/distance'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapPin } from './map-props.ts'

type Place = LatLng & { readonly add: string }

/** The pins of pickup and drop on a map of a trip. */
export const useTripPins = ({ pickup, drop }: { readonly pickup: Place; readonly drop: Place }): readonly MapPin[] => {
  const { t } = useTranslation()
  return useMemo(
    () => [
      { id: 'pickup', kind: 'pickup', at: pickup, label: t('map_pickup', { place: pickup.add }) },
      { id: 'drop', kind: 'drop', at: drop, label: t('map_drop', { place: drop.add }) },
    ],
    [pickup, drop, t],
  )
}
