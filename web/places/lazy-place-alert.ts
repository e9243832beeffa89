import { lazy } from 'react'

/** A dialog that is hardly ever seen need not be on the first page. */
export const PlaceAlert = lazy(async () => ({ default: (await import('./PlaceAlert.tsx')).PlaceAlert }))
