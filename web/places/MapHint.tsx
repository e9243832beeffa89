import { Suspense } from 'react'
import { useSession } from '../platform/api/session.ts'
import { lazyPart } from '../platform/page/lazy-part.tsx'

/** How the map gets more areas, for the office; riders and drivers see nothing [design/maps-123]. */
export const MapHint = () => {
  const role = useSession().user?.usertype
  if (role !== 'admin' && role !== 'fleetadmin') return null
  return (
    <Suspense>
      <LazyMapHintText />
    </Suspense>
  )
}

const LazyMapHintText = lazyPart(async () => (await import('./MapHintText.tsx')).MapHintText)
