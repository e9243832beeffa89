import { IconBookmark, IconBriefcase, IconHome, IconMapPin } from '@tabler/icons-react'
import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { useSettings } from '../platform/api/settings.ts'
import listbox from '../ui/listbox.module.css'
import type { useListbox } from '../ui/use-listbox.ts'
import { MapHint } from './MapHint.tsx'
import { matchedParts } from './matched-parts.ts'
import type { PlaceOption } from './place.ts'
import classes from './PlacePicker.module.css'
import type { PlaceSearch } from './use-place-search.ts'

interface Props {
  readonly label: string
  readonly list: ReturnType<typeof useListbox>
  readonly options: readonly PlaceOption[]
  readonly search: PlaceSearch
  /** shown below the options, or where there are none */
  readonly note: string | null
}

/** The open list of a place field. */
export const PlaceSuggestions = ({ label, list, options, search, note }: Props) => {
  const placesBy = useSettings()?.map.placesBy
  return (
    <div {...list.dropProps} className={listbox.drop}>
      {options.length > 0 && (
        <div {...list.listProps} className={listbox.list} aria-label={label} aria-busy={search.state === 'searching'}>
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
