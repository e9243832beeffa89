import { IconArrowsUpDown } from '@tabler/icons-react'
import { useState, type Ref } from 'react'
import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { PlacePicker } from '../places/PlacePicker.tsx'
import type { KnownPlace } from '@remis/domain/people/riders-api'
import type { BookingDraft } from '../booking-parts/booking-draft.ts'
import classes from './PlaceFields.module.css'

interface Props {
  readonly pickup: BookingDraft['pickup']
  readonly drop: BookingDraft['drop']
  readonly onChange: (part: Partial<BookingDraft>) => void
  readonly pickupError: string | null
  readonly dropError: string | null
  readonly pickupRef: Ref<HTMLInputElement>
  readonly dropRef: Ref<HTMLInputElement>
  /** suggested first in place of the reader's saved addresses */
  readonly known?: readonly KnownPlace[] | undefined
}

/** Pickup and drop as two joined fields, with a swap button and "use my location". */
export const PlaceFields = ({ pickup, drop, onChange, pickupError, dropError, ...rest }: Props) => {
  const { pickupRef, dropRef, known } = rest
  const { t } = useFirstTexts()
  const [turned, setTurned] = useState(false)
  return (
    <div className={classes.fields}>
      <PlacePicker
        label={t('pickup')}
        placeholder={t('pickup_prompt')}
        mark="pickup"
        value={pickup}
        onChange={(place) => onChange({ pickup: place })}
        error={pickupError}
        near={drop}
        inputRef={pickupRef}
        known={known}
        withOwnPlace
      />
      <div className={classes.between}>
        <button
          type="button"
          className={classes.swap}
          aria-label={t('swap_places')}
          title={t('swap_places')}
          data-turned={turned || undefined}
          onClick={() => {
            setTurned(!turned)
            onChange({ pickup: drop, drop: pickup })
          }}
        >
          <IconArrowsUpDown size={18} stroke={1.75} aria-hidden />
        </button>
      </div>
      <PlacePicker
        label={t('drop')}
        placeholder={t('drop_prompt')}
        mark="drop"
        value={drop}
        onChange={(place) => onChange({ drop: place })}
        error={dropError}
        near={pickup}
        inputRef={dropRef}
        known={known}
      />
    </div>
  )
}
