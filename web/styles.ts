// The styles of every page; those of Mantine's parts come with the screens that use them (ui/mantine-parts.ts).
import './fonts.css'
import './theme.css'
