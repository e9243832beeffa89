import '../../ui/mantine-parts.ts'
import { Loader, Modal, VisuallyHidden } from '@mantine/core'
import type { Me } from '@remis/domain/accounts/accounts-api'
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconClockHour4,
  IconMoon,
  IconSearch,
  IconSun,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../platform/api/settings.ts'
import { useColorScheme } from '../../platform/page/color-scheme.ts'
import { useDensity } from '../../platform/page/density.ts'
import { chooseOwnDensity, chooseOwnScheme } from '../../platform/page/preferences.ts'
import { useDialog } from '../../ui/dialogs/use-dialog.ts'
import { useListbox } from '../../ui/use-listbox.ts'
import { inOrder, matching } from './matching.ts'
import classes from './palette.module.css'
import { itemsOf, paletteGroups, type PaletteItem } from './palette-items.ts'
import { keepRecent, readRecent } from './recent-items.ts'
import { useFound } from './use-found.ts'

/** Static results of one group; with nothing typed fewer screens would push the actions out of sight. */
const mostOfGroup = 6

const useSwitches = (): readonly PaletteItem[] => {
  const { t } = useTranslation()
  const dark = useColorScheme() === 'dark'
  const compact = useDensity() === 'compact'
  return [
    {
      id: 'scheme',
      group: 'actions',
      label: t(dark ? 'switch_to_light' : 'switch_to_dark'),
      hint: '',
      Icon: dark ? IconSun : IconMoon,
      target: () => chooseOwnScheme(dark ? 'light' : 'dark'),
    },
    {
      id: 'density',
      group: 'actions',
      label: t(compact ? 'density_to_comfortable' : 'density_to_compact'),
      hint: '',
      Icon: compact ? IconBaselineDensityMedium : IconBaselineDensitySmall,
      target: () => chooseOwnDensity(compact ? 'comfortable' : 'compact'),
    },
  ]
}

/** What is shown for what was typed. */
const useItems = (user: Me, typed: string) => {
  const { t, i18n } = useTranslation()
  const appcat = useSettings()?.appcat ?? 'taxi'
  const switches = useSwitches()
  const known = useMemo(
    () => itemsOf(t, user.usertype, appcat),
    // the texts of the language
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [i18n.language, user.usertype, appcat],
  )
  const [recent] = useState(() => readRecent(user.id))
  const found = useFound(typed)
  const all = paletteGroups.flatMap((group) => [...known, ...switches].filter((item) => item.group === group))
  if (typed.trim() === '') {
    const start = recent.map((one): PaletteItem => ({ ...one, group: 'recent', Icon: IconClockHour4 }))
    const first = all.filter(({ group }) => group !== 'settings')
    return { items: [...start, ...first], busy: false }
  }
  const groups = paletteGroups.map((group) =>
    matching(
      all.filter((item) => item.group === group),
      typed,
      mostOfGroup,
    ),
  )
  return { items: inOrder(groups, found, typed), busy: found.busy }
}

interface Props {
  readonly user: Me
  readonly onClose: () => void
}

/** Finds screens, settings, people and bookings, and does what needs no screen, by keyboard alone [design/web-110]. */
export const Palette = ({ user, onClose }: Props) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const { items, busy } = useItems(user, typed)
  useDialog(onClose)
  const choose = (item: PaletteItem) => {
    onClose()
    keepRecent(user.id, item)
    if (typeof item.target === 'string') void navigate({ to: item.target })
    else item.target()
  }
  const listbox = useListbox({ count: items.length, first: 0, on: 'input', onChoose: (index) => choose(items[index]!) })
  const { onKeyDown, onBlur: _stays, ...field } = listbox.fieldProps
  return (
    <Modal.Root opened onClose={onClose} size={640} yOffset="10vh" returnFocus={false}>
      <Modal.Overlay />
      <Modal.Content radius="lg" aria-label={t('palette_title')}>
        <Modal.Body p={0}>
          <div className={classes.field}>
            <IconSearch size={20} stroke={1.75} aria-hidden />
            <input
              {...field}
              type="text"
              data-autofocus
              autoComplete="off"
              spellCheck={false}
              maxLength={120}
              aria-label={t('palette_field')}
              placeholder={t('palette_field')}
              value={typed}
              onFocus={listbox.open}
              // Escape closes the whole palette
              onKeyDown={(event) => event.key !== 'Escape' && onKeyDown(event)}
              onChange={(event) => {
                setTyped(event.currentTarget.value)
                listbox.open()
              }}
            />
            {busy && <Loader size={16} aria-hidden />}
          </div>
          <VisuallyHidden aria-live="polite">{busy ? '' : t('palette_count', { count: items.length })}</VisuallyHidden>
          {items.length === 0 ? (
            <p className={classes.none}>{busy ? t('palette_busy') : t('palette_none')}</p>
          ) : (
            <div {...listbox.listProps} className={classes.list} aria-label={t('palette_title')}>
              {[...new Set(items.map(({ group }) => group))].map((group) => (
                // a listbox may hold groups, but no fieldset
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
                <div key={group} role="group" aria-labelledby={`palette-${group}`}>
                  <div id={`palette-${group}`} className={classes.head}>
                    {t(`palette_${group}`)}
                  </div>
                  {items.map(
                    (item, index) =>
                      item.group === group && (
                        <div key={item.id} {...listbox.optionProps(index, false)} className={classes.option}>
                          <item.Icon size={18} stroke={1.75} aria-hidden />
                          <bdi className={classes.label}>{item.label}</bdi>
                          {item.hint !== '' && <bdi className={classes.hint}>{item.hint}</bdi>}
                        </div>
                      ),
                  )}
                </div>
              ))}
            </div>
          )}
          <div className={classes.keys} aria-hidden>
            <span>
              <kbd>↑</kbd> <kbd>↓</kbd> {t('palette_move')}
            </span>
            <span>
              <kbd>↵</kbd> {t('palette_choose')}
            </span>
            <span>
              <kbd>Esc</kbd> {t('close')}
            </span>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
