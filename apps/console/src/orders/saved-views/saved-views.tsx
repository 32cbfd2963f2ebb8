import { Menu } from '@base-ui/react/menu';
import { useNavigate } from '@tanstack/react-router';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../language/translate.ts';
import { parseSearch, stringifySearch } from '../../shell/search-text.ts';
import buttonStyles from '../../ui/button.module.css';
import menuStyles from '../../ui/menu.module.css';
import { type OrdersSearch, readOrdersSearch } from '../orders-search.ts';
import { SaveViewDialog } from './save-view-dialog.tsx';
import { useDeleteView, useSavedViews } from './use-saved-views.ts';

const page = 'orders';

/** The saved filters of the orders, and a way to save the present one. Is not there if the server keeps none. */
export function SavedViews({ search }: { readonly search: OrdersSearch }) {
  const navigate = useNavigate();
  const views = useSavedViews(page);
  const remove = useDeleteView();
  const [isSaving, setSaving] = useState(false);
  if (!views.data) return null;
  const query = stringifySearch(search).slice(1);
  const current = views.data.find((view) => view.query === query);
  return (
    <>
      <Menu.Root>
        <Menu.Trigger className={buttonStyles['button']}>
          <Bookmark size={14} aria-hidden /> {current?.name ?? t('Saved views')}
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={4} align="start">
            <Menu.Popup className={menuStyles['popup']}>
              {views.data.length === 0 && <div className={menuStyles['title']}>{t('No view is saved yet.')}</div>}
              {views.data.map((view) => (
                <Menu.Item
                  key={view.id}
                  className={menuStyles['item']}
                  onClick={() => void navigate({ to: '/orders', search: readOrdersSearch(parseSearch(view.query)) })}
                >
                  {view.name}
                  {view.shared && <span className={menuStyles['title']}>{t('shared')}</span>}
                </Menu.Item>
              ))}
              <Menu.Separator className={menuStyles['line']} />
              <Menu.Item className={menuStyles['item']} onClick={() => setSaving(true)}>
                {t('Save this view …')}
              </Menu.Item>
              {current?.own === true && (
                <Menu.Item className={menuStyles['item']} onClick={() => remove.mutate(current.id)}>
                  {t('Delete “{name}”', { name: current.name })}
                </Menu.Item>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <SaveViewDialog page={page} query={query} open={isSaving} onClose={() => setSaving(false)} />
    </>
  );
}
