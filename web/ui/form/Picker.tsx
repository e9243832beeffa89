import '../mantine-parts.ts'
import { Button, Combobox, Loader, TextInput, UnstyledButton, useCombobox, type TextInputProps } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Picker.module.css'

type Passed = Pick<
  TextInputProps,
  | 'name'
  | 'label'
  | 'placeholder'
  | 'description'
  | 'withAsterisk'
  | 'error'
  | 'leftSection'
  | 'disabled'
  | 'size'
  | 'dir'
>

interface Props<Choice> extends Passed {
  /** what fits the typed text; undefined: not loaded yet */
  readonly choices: readonly Choice[] | undefined
  /** `choices` belong to an earlier text: Enter does not choose among them */
  readonly busy?: boolean
  /** the choices could not be loaded, and how to load them again */
  readonly failed?: (() => void) | null
  readonly value: Choice | null
  readonly onChange: (choice: Choice | null) => void
  /** the text to search for, while it is typed; null: the list is closed */
  readonly onSearch: (search: string | null) => void
  readonly keyOf: (choice: Choice) => string
  /** the chosen one in the field */
  readonly textOf: (choice: Choice) => string
  /** one in the list */
  readonly children: (choice: Choice) => ReactNode
  /** said when no choice fits */
  readonly none: string
  /** of the button that empties the field; none without it */
  readonly clearLabel?: string
  readonly inputRef?: Ref<HTMLInputElement>
}

/**
 * A field that searches a list and chooses one of it. The focus stays in the field: arrows move through the list, Enter
 * chooses the marked one, which is the first after each change, Escape and Tab close.
 */
export const Picker = <Choice,>({
  choices,
  busy = false,
  failed = null,
  value,
  onChange,
  onSearch,
  keyOf,
  textOf,
  children,
  none,
  clearLabel,
  inputRef,
  ...passed
}: Props<Choice>) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const [marked, setMarked] = useState<string | null>(null)
  const list = useCombobox({
    onDropdownOpen: () => onSearch(typed ?? ''),
    onDropdownClose: () => {
      setTyped(null)
      setMarked(null)
      onSearch(null)
    },
  })
  const { dropdownOpened: opened, selectFirstOption, selectActiveOption, resetSelectedOption } = list
  const edited = typed !== null
  useEffect(() => {
    if (!opened) return undefined
    resetSelectedOption()
    const id = edited ? selectFirstOption() : selectActiveOption()
    const frame = requestAnimationFrame(() => setMarked(id))
    return () => cancelAnimationFrame(frame)
  }, [opened, choices, edited, resetSelectedOption, selectFirstOption, selectActiveOption])
  const chosen = value === null ? null : keyOf(value)
  const shown = opened ? (choices ?? []) : []
  return (
    <Combobox
      store={list}
      withinPortal={false}
      offset={6}
      classNames={{ dropdown: classes.drop ?? '', option: classes.option ?? '' }}
      onOptionSubmit={(key) => {
        const choice = choices?.find((one) => keyOf(one) === key)
        list.closeDropdown()
        if (choice !== undefined) onChange(choice)
      }}
    >
      <Combobox.Target
        withExpandedAttribute
        {...(opened && marked !== null ? { 'aria-activedescendant': marked } : {})}
      >
        <TextInput
          {...passed}
          ref={inputRef}
          autoComplete="off"
          spellCheck={false}
          maxLength={120}
          aria-autocomplete="list"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={typed ?? (value === null ? '' : textOf(value))}
          rightSectionWidth={44}
          rightSection={
            opened && busy ? (
              <Loader size={18} />
            ) : value !== null && clearLabel !== undefined ? (
              <UnstyledButton className={classes.clear ?? ''} aria-label={clearLabel} onClick={() => onChange(null)}>
                <IconX size={18} stroke={1.75} aria-hidden />
              </UnstyledButton>
            ) : (
              <IconChevronDown size={20} stroke={1.75} aria-hidden />
            )
          }
          rightSectionPointerEvents={value !== null && clearLabel !== undefined && !(opened && busy) ? 'all' : 'none'}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => list.openDropdown()}
          onChange={(event) => {
            const text = event.currentTarget.value
            setTyped(text)
            list.openDropdown()
            // after the search of the opening, which has the earlier text
            onSearch(text)
          }}
          onBlur={() => list.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !opened) return
            // a form around the list is not sent, and a choice is one of the text that is read
            event.preventDefault()
            if (busy) resetSelectedOption()
          }}
          onKeyUp={() => setMarked(document.querySelector(`#${list.listId} [data-combobox-selected]`)?.id ?? null)}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options
          className={classes.list ?? ''}
          {...(typeof passed.label === 'string' ? { 'aria-label': passed.label } : {})}
          aria-busy={busy}
          hidden={shown.length === 0}
        >
          {shown.map((choice) => {
            const key = keyOf(choice)
            return (
              <Combobox.Option key={key} value={key} active={key === chosen} aria-selected={key === chosen}>
                {children(choice)}
              </Combobox.Option>
            )
          })}
        </Combobox.Options>
        <div className={classes.note} aria-live="polite" hidden={shown.length > 0}>
          {opened &&
            (failed !== null ? (
              <>
                {t('picker_failed')}{' '}
                <Button
                  variant="subtle"
                  size="compact-sm"
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={failed}
                >
                  {t('try_again')}
                </Button>
              </>
            ) : choices === undefined ? (
              `${t('loading')}…`
            ) : choices.length === 0 ? (
              none
            ) : (
              ''
            ))}
        </div>
      </Combobox.Dropdown>
    </Combobox>
  )
}
