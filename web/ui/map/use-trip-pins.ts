import type { LatLng } from '@remis/domain/kit/distance'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapPin } from './map-props.ts'

type Place = LatLng & { readonly add: string }

interface Ends {
  /** null: not shown to the reader */
  readonly pickup: Place | null
  readonly drop: Place | null
}

/** The pins of pickup and drop on a map of a trip. */
export const useTripPins = ({ pickup, drop }: Ends): readonly MapPin[] => {
  const { t } = useTranslation()
  return useMemo(
    () => [
      ...(pickup === null
        ? []
        : [{ id: 'pickup', kind: 'pickup' as const, at: pickup, label: t('map_pickup', { place: pickup.add }) }]),
      ...(drop === null
        ? []
        : [{ id: 'drop', kind: 'drop' as const, at: drop, label: t('map_drop', { place: drop.add }) }]),
    ],
    [pickup, drop, t],
  )
}
