import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../platform/api/settings.ts'
import { cityOf, clocksDiffer, readersZone } from '../../platform/zone-time.ts'
import classes from './AppShell.module.css'

/** Names the operator's zone above the pages of the office where the reader's clock differs [design/web-145]. */
export const ZoneNote = () => {
  const { t } = useTranslation()
  const zone = useSettings()?.timezone
  const [now] = useState(() => Date.now())
  if (zone === undefined || !clocksDiffer(now, zone, readersZone())) return null
  return (
    <p className={classes.zone} role="note">
      {t('when_zone', { zone: cityOf(zone) })}
    </p>
  )
}
