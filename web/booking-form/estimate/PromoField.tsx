import { Button, TextInput, UnstyledButton } from '@mantine/core'
import type { QuoteView } from '@remis/domain/fare/quotes-api'
import type { MessageKey } from '@remis/domain/messages/english'
import { IconDiscount2, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keepSubmit } from '../../ui/dialogs/keep-submit.ts'
import classes from './PromoField.module.css'

interface Props {
  readonly promo: QuoteView['promo']
  /** what is typed */
  readonly name: string
  readonly onName: (name: string) => void
  readonly fault: MessageKey | null
  readonly busy: boolean
  readonly disabled: boolean
  /** null removes the promo */
  readonly onPromo: (name: string | null) => void
}

/** Field for a promo's name; the server answers the new price or why the promo is refused. */
export const PromoField = ({ promo, name, onName, fault, busy, disabled, onPromo }: Props) => {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // The pressed button is replaced or disabled: move the focus to what follows, so that it stays in the dialog.
  const remove = useRef<HTMLButtonElement>(null)
  const follows = useRef(false)
  const applied = promo !== null
  useEffect(() => {
    if (!busy && follows.current) (applied ? remove : field).current?.focus()
    follows.current = busy
  }, [busy, applied])
  if (promo !== null)
    return (
      <p className={classes.applied}>
        <IconDiscount2 size={20} stroke={1.75} aria-hidden />
        <span>
          <b>{t('promo_applied', { name: promo.promo_name })}</b>
          {promo.promo_description !== '' && <bdi>{promo.promo_description}</bdi>}
        </span>
        <UnstyledButton
          className={classes.remove}
          aria-label={t('promo_remove', { name: promo.promo_name })}
          ref={remove}
          disabled={disabled}
          onClick={() => onPromo(null)}
        >
          <IconX size={18} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </p>
    )
  if (!opened && fault === null)
    return (
      <Button
        className={classes.open ?? ''}
        variant="subtle"
        size="md"
        leftSection={<IconDiscount2 size={20} stroke={1.75} aria-hidden />}
        disabled={disabled}
        onClick={() => {
          setOpened(true)
          requestAnimationFrame(() => field.current?.focus())
        }}
      >
        {t('promo_enter')}
      </Button>
    )
  return (
    <form
      className={classes.entry}
      noValidate
      onSubmit={(event) => {
        keepSubmit(event)
        if (name.trim() !== '') onPromo(name.trim())
      }}
    >
      <TextInput
        label={t('promo_label')}
        size="md"
        value={name}
        maxLength={40}
        autoCapitalize="characters"
        autoComplete="off"
        ref={field}
        disabled={disabled && !busy}
        error={fault === null ? null : t(fault)}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      <Button type="submit" size="md" variant="light" loading={busy} disabled={disabled && !busy}>
        {t('promo_apply')}
      </Button>
    </form>
  )
}
