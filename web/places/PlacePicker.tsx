import { IconBookmark, IconBriefcase, IconCurrentLocation, IconHome, IconMapPin, IconX } from '@tabler/icons-react'
import { useEffect, useId, useLayoutEffect, useRef, useState, type Ref } from 'react'
import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { newKey } from '../platform/api/plain-call.ts'
import { useSettings } from '../platform/api/settings.ts'
import { useHydrating } from '../platform/page/hydration.ts'
import listbox from '../ui/listbox.module.css'
import { Spinner } from '../ui/parts/WideButton.tsx'
import { useListbox } from '../ui/use-listbox.ts'
import { placeOf, useOwnPlace } from './find-place.ts'
import { MapHint } from './MapHint.tsx'
import { matchedParts } from './matched-parts.ts'
import { isOutdated, type Place, placeOptions, type PlaceOption } from './place.ts'
import classes from './PlacePicker.module.css'
import { makeLookups, textOver, type TypedPlace } from './typed-place.ts'
import { usePlaceSearch, useSavedPlaces } from './use-place-search.ts'
import { lazyPart } from '../platform/page/lazy-part.tsx'

interface Props {
  readonly label: string
  readonly placeholder: string
  /** ● for the pickup, ■ for the drop */
  readonly mark: 'pickup' | 'drop'
  readonly value: Place | null
  readonly onChange: (place: Place | null) => void
  readonly error: string | null
  /** suggestions near this place come first */
  readonly near: Place | null
  readonly inputRef?: Ref<HTMLInputElement>
  /** offers "use my location" */
  readonly withOwnPlace?: boolean
  /** suggested first in place of the reader's saved addresses */
  readonly known?: Parameters<typeof useSavedPlaces>[2]
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
  const [entered, setEntered] = useState<TypedPlace | null>(null)
  /** null: the chosen place is shown */
  const typed = textOver(entered, value)
  const setTyped = (text: string | null) => setEntered(text === null ? null : { text, over: value })
  const [failed, setFailed] = useState(false)
  const [lookups] = useState(makeLookups)
  // A lookup that is still running must not replace a place chosen since, as by Swap or "Start over".
  useEffect(() => lookups.drop, [lookups, value?.lat, value?.lng, value?.add])
  const own = useOwnPlace(lookups.begin, (place) => {
    setTyped(null)
    onChange(place)
  })
  const found = own.noteOn(value)
  // The button that was pressed goes or was disabled: its field takes the focus [design/web-214].
  const takeFocus = (): boolean => {
    const { activeElement } = document
    const isHere = activeElement === document.body || field.current?.contains(activeElement) === true
    if (isHere) field.current?.querySelector('input')?.focus({ preventScroll: true })
    return isHere
  }
  const wasFinding = useRef(false)
  /** a focus after a press by pointer would scroll the page back and open a phone's keyboard */
  const byKeyboard = useRef(false)
  /** the focus is elsewhere, so the found place or the failure must be announced */
  const [announces, setAnnounces] = useState(false)
  useEffect(() => {
    if (wasFinding.current && !own.finding) setAnnounces(!byKeyboard.current || !takeFocus())
    wasFinding.current = own.finding
  }, [own.finding])
  // allow_location is shown at the field [places-11]
  const fault = own.failed === null ? error : t(own.failed)
  const [session, setSession] = useState(newKey)
  const search = usePlaceSearch(typed ?? '', near, session)
  const placesBy = useSettings()?.map.placesBy
  const saved = useSavedPlaces(typed ?? '', (use) => t(`saved_${use}`), known)
  const options = placeOptions(value, typed ?? '', saved, search.suggestions)

  const choose = async (option: PlaceOption) => {
    const isWanted = lookups.begin()
    if (option.kind !== 'suggested') {
      setTyped(null)
      return onChange(option.place)
    }
    setTyped(option.suggestion.description)
    try {
      const place = await placeOf(option.suggestion)
      // its coordinates end the session
      setSession(newKey())
      if (!isWanted()) return // a later choice replaced this one
      setTyped(null)
      onChange(place)
    } catch {
      if (isWanted()) setFailed(true)
    }
  }
  const list = useListbox({
    count: options.length,
    first: (typed ?? '') === '' ? -1 : 0,
    on: 'input',
    outdated: (index) => isOutdated(options[index], search.state),
    onChoose: (index) => {
      const option = options[index]
      if (option !== undefined) void choose(option)
    },
  })
  // Text typed before hydration is only in the DOM: read it once.
  const hydrated = useHydrating()
  useLayoutEffect(() => {
    const input = field.current?.querySelector('input')
    if (!hydrated || !input || input.value === '') return
    setEntered({ text: input.value, over: undefined })
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
          onFocus={(event) => event.currentTarget.select()}
          onClick={list.open}
          onChange={(event) => {
            lookups.drop()
            own.forget()
            setTyped(event.currentTarget.value)
            list.open()
          }}
          onBlur={() => {
            list.close()
            // an unfinished edit is replaced by the chosen place
            if (value !== null && typed !== '') setTyped(null)
            if (typed === '') onChange(null)
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
            lookups.drop()
            setTyped(null)
            onChange(null)
            takeFocus()
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
            byKeyboard.current = event.detail === 0
            own.find()
          }}
        >
          {own.finding ? <Spinner size={20} /> : <IconCurrentLocation size={20} stroke={1.75} aria-hidden />}
        </button>
      )}
      {list.opened && (
        <div {...list.dropProps} className={listbox.drop}>
          {options.length > 0 && (
            <div
              {...list.listProps}
              className={listbox.list}
              aria-label={label}
              aria-busy={search.state === 'searching'}
            >
              {options.map((option, index) => (
                <Option key={option.id} option={option} props={list.optionProps(index, option.kind === 'chosen')} />
              ))}
            </div>
          )}
          {note !== null && (
            <p className={listbox.note}>
              {note} {search.state === 'found' && <MapHint />}
            </p>
          )}
          {placesBy === 'google' && search.suggestions.length > 0 && (
            // Google's terms ask for its name, not translated, where its places are shown without its map
            <p className={classes.source} translate="no">
              Google Maps
            </p>
          )}
        </div>
      )}
      <output className={classes.visuallyHidden}>
        {list.opened && search.state === 'found' && t('places_found', { count: options.length })}
        {list.opened && search.state === 'failed' && note}
        {announces && own.failed !== null && t(own.failed)}
        {announces && shown !== null && `${label}: ${shown.place.add} ${foundNote ?? ''}`}
      </output>
      {failed && <LazyPlaceAlert onClose={() => setFailed(false)} />}
    </div>
  )
}

type OptionProps = ReturnType<ReturnType<typeof useListbox>['optionProps']>

const Option = ({ option, props }: { option: PlaceOption; props: OptionProps }) => {
  const { t } = useFirstTexts()
  if (option.kind === 'chosen')
    return (
      <div {...props} className={listbox.option}>
        <IconMapPin size={20} stroke={1.75} aria-hidden />
        <span className={classes.main}>
          <bdi>{option.place.add}</bdi>
        </span>
      </div>
    )
  if (option.kind === 'saved') {
    const Icon = option.use === 'work' ? IconBriefcase : option.use === 'home' ? IconHome : IconBookmark
    return (
      <div {...props} className={listbox.option}>
        <Icon size={20} stroke={1.75} aria-hidden />
        <span className={classes.words}>
          <span className={classes.main}>
            <span className={classes.visuallyHidden}>{t('saved_place')}: </span>
            <bdi>{option.name ?? option.place.add}</bdi>
          </span>
          {option.name !== null && <bdi className={classes.secondary}>{option.place.add}</bdi>}
        </span>
      </div>
    )
  }
  const { main_text, main_text_matched_substrings, secondary_text } = option.suggestion.structured_formatting
  const { approximate } = option.suggestion
  return (
    <div {...props} className={listbox.option}>
      <IconMapPin size={20} stroke={1.75} aria-hidden />
      <span className={classes.words}>
        <span className={classes.main}>
          <bdi>
            {matchedParts(main_text, main_text_matched_substrings).map((part, index) =>
              part.matched ? <b key={index}>{part.text}</b> : part.text,
            )}
          </bdi>
        </span>
        {(secondary_text !== '' || approximate) && (
          <span className={classes.secondary}>
            {approximate && `${t('place_approximate')}${secondary_text === '' ? '' : ' · '}`}
            <bdi>{secondary_text}</bdi>
          </span>
        )}
      </span>
    </div>
  )
}

/** Rarely shown, so not part of the first page. */
export const LazyPlaceAlert = lazyPart(async () => (await import('./PlaceAlert.tsx')).PlaceAlert)
