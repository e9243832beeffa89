import { IconCurrentLocation, IconX } from '@tabler/icons-react'
import { useEffect, useId, useLayoutEffect, useRef, useState, type Ref, type RefObject } from 'react'
import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { useHydrating } from '../platform/page/hydration.ts'
import { Spinner } from '../ui/parts/WideButton.tsx'
import { useListbox } from '../ui/use-listbox.ts'
import { MapHint } from './MapHint.tsx'
import { isOutdated } from './place.ts'
import classes from './PlacePicker.module.css'
import { PlaceSuggestions } from './PlaceSuggestions.tsx'
import { usePlaceChoice, type PlaceChoice } from './use-place-choice.ts'
import { lazyPart } from '../platform/page/lazy-part.tsx'

interface Props extends PlaceChoice {
  readonly label: string
  readonly placeholder: string
  /** ● for the pickup, ■ for the drop */
  readonly mark: 'pickup' | 'drop'
  readonly error: string | null
  readonly inputRef?: Ref<HTMLInputElement>
  /** offers "use my location" */
  readonly withOwnPlace?: boolean
}

/** Focuses the input of a field, unless the focus is elsewhere; then answers false. */
const focusInput = (field: HTMLElement | null): boolean => {
  const { activeElement } = document
  const isHere = activeElement === document.body || field?.contains(activeElement) === true
  if (isHere) field?.querySelector('input')?.focus({ preventScroll: true })
  return isHere
}

/**
 * Focuses the field after "Use my location" by keyboard, since the pressed button goes or was disabled
 * [design/web-214]. After a press by pointer this would scroll the page back and open a phone's keyboard. `announces`:
 * the focus is elsewhere, so the found place or the failure must be announced.
 */
const useFocusAfterFinding = (field: RefObject<HTMLElement | null>, finding: boolean) => {
  const wasFinding = useRef(false)
  const byKeyboard = useRef(false)
  const [announces, setAnnounces] = useState(false)
  useEffect(() => {
    if (wasFinding.current && !finding) setAnnounces(!byKeyboard.current || !focusInput(field.current))
    wasFinding.current = finding
  }, [field, finding])
  return {
    announces,
    /** `clicks` of the event: 0 for a key */
    notePress: (clicks: number) => {
      byKeyboard.current = clicks === 0
    },
  }
}

/** Place field with suggestions [landing-14]: saved addresses first, matched letters highlighted. */
export const PlacePicker = ({
  label,
  placeholder,
  mark,
  value,
  onChange,
  error,
  near,
  inputRef,
  withOwnPlace,
  known,
}: Props) => {
  const { t } = useFirstTexts()
  const errorId = useId()
  const noteId = useId()
  const field = useRef<HTMLDivElement>(null)
  const choice = usePlaceChoice({ value, onChange, near, known })
  const { typed, own, search, options } = choice
  const found = own.noteOn(value)
  const { announces, notePress } = useFocusAfterFinding(field, own.finding)
  // allow_location is shown at the field [places-11]
  const fault = own.failed === null ? error : t(own.failed)
  const list = useListbox({
    count: options.length,
    first: (typed ?? '') === '' ? -1 : 0,
    on: 'input',
    outdated: (index) => isOutdated(options[index], search.state),
    onChoose: (index) => {
      const option = options[index]
      if (option !== undefined) void choice.choose(option)
    },
  })
  // Text typed before hydration is only in the DOM: read it once.
  const hydrated = useHydrating()
  useLayoutEffect(() => {
    const input = field.current?.querySelector('input')
    if (!hydrated || !input || input.value === '') return
    choice.takeUp(input.value)
    if (document.activeElement === input) list.open()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration
  }, [])
  const note = {
    failed: t(search.fault ?? 'places_failed'),
    searching: options.length === 0 ? `${t('loading')}…` : null,
    found: options.length === 0 ? t('places_none', { keyword: search.keyword }) : null,
    idle: options.length === 0 ? t('places_hint') : null,
  }[search.state]

  const shown = fault === null && typed === null ? found : null
  const street = shown?.meetOn ?? null
  const foundNote = shown?.rough ? t('place_rough') : street === null ? null : t('place_meet_on', { street })

  return (
    <div ref={field} className={classes.field} data-invalid={fault !== null || undefined}>
      <span className={classes.mark} data-mark={mark} aria-hidden />
      <div className={classes.texts}>
        <input
          {...list.fieldProps}
          ref={inputRef}
          className={classes.input}
          type="text"
          // `auto` would render the placeholder of an empty field left to right
          {...(typed === '' || (typed === null && value === null) ? {} : { dir: 'auto' })}
          inputMode="search"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
          aria-label={label}
          aria-autocomplete="list"
          aria-invalid={fault !== null}
          aria-describedby={fault !== null ? errorId : foundNote !== null ? noteId : undefined}
          placeholder={placeholder}
          value={typed ?? value?.add ?? ''}
          // React repeats the focus after hydration: the next letter would replace the selected text
          onFocus={(event) => event.isTrusted && event.currentTarget.select()}
          onClick={list.open}
          onChange={(event) => {
            choice.enter(event.currentTarget.value)
            list.open()
          }}
          onBlur={() => {
            list.close()
            choice.endEdit()
          }}
        />
        {foundNote !== null && (
          <p id={noteId} className={classes.note}>
            {foundNote}
          </p>
        )}
        {fault !== null && (
          <p id={errorId} className={classes.error}>
            {fault} {own.failed === 'out_of_region' && <MapHint />}
          </p>
        )}
      </div>
      {(value !== null || (typed ?? '') !== '') && (
        <button
          type="button"
          className={`${classes.tool} ${classes.clear}`}
          aria-label={t('clear_place', { label })}
          onClick={() => {
            choice.clear()
            focusInput(field.current)
          }}
        >
          <IconX size={18} stroke={1.75} aria-hidden />
        </button>
      )}
      {withOwnPlace && value === null && (
        <button
          type="button"
          className={`${classes.tool} ${classes.own}`}
          aria-label={t(own.finding ? 'finding_location' : 'use_my_location')}
          title={t('use_my_location')}
          disabled={own.finding}
          onClick={(event) => {
            notePress(event.detail)
            own.find()
          }}
        >
          {own.finding ? <Spinner size={20} /> : <IconCurrentLocation size={20} stroke={1.75} aria-hidden />}
        </button>
      )}
      {list.opened && <PlaceSuggestions label={label} list={list} options={options} search={search} note={note} />}
      <output className={classes.visuallyHidden}>
        {list.opened && search.state === 'found' && t('places_found', { count: options.length })}
        {list.opened && search.state === 'failed' && note}
        {announces && own.failed !== null && t(own.failed)}
        {announces && shown !== null && `${label}: ${shown.place.add} ${foundNote ?? ''}`}
      </output>
      {choice.failed && <LazyPlaceAlert onClose={choice.closeAlert} />}
    </div>
  )
}

/** Rarely shown, so not part of the first page. */
export const LazyPlaceAlert = lazyPart(async () => (await import('./PlaceAlert.tsx')).PlaceAlert)
