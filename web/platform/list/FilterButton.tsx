import { Button } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dropdown } from '../../ui/dialogs/Dropdown.tsx'
import { useFormat } from '../use-format.ts'
import classes from './FilterButton.module.css'

export interface SetFilter {
  /** the filters that are taken away together */
  readonly off: readonly string[]
  readonly text: string
}

interface Props {
  readonly chosen: readonly SetFilter[]
  readonly onRemove: (off: readonly string[]) => void
  /** the fields */
  readonly children: ReactNode
}

/** Filters behind one button, and each that is set as a chip that takes it away. */
export const FilterButton = ({ chosen, onRemove, children }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [opened, setOpened] = useState(false)
  return (
    <div className={classes.more}>
      <Dropdown
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        label={t('list_filters')}
        panel={{ p: 6 }}
        button={
          <Button
            variant="default"
            radius="xl"
            leftSection={<IconFilter size={18} stroke={1.75} aria-hidden />}
            onClick={() => setOpened(!opened)}
            {...(chosen.length === 0 ? {} : { rightSection: format.number(chosen.length) })}
          >
            {t('list_filters')}
          </Button>
        }
      >
        <div className={classes.fields}>{children}</div>
      </Dropdown>
      {chosen.map(({ off, text }) => (
        <button
          key={off[0]}
          type="button"
          className={classes.chip}
          aria-label={t('list_filter_remove', { filter: text })}
          onClick={() => onRemove(off)}
        >
          <bdi>{text}</bdi>
          <IconX size={14} stroke={2} aria-hidden />
        </button>
      ))}
    </div>
  )
}
