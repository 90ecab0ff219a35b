/** Lists of buttons in the editor: menus of fixes and of commands. */
import { element } from "../dom.ts";

/** An item of a menu. */
export interface MenuItem {
  readonly label: string;
  /** The key that does the same. */
  readonly key?: string | undefined;
  readonly onClick: () => void;
}

/** A menu. */
export interface MenuList {
  readonly dom: HTMLElement;
  /** Focuses the first item. */
  focus(): void;
}

/**
 * Returns a menu, whose items the arrow keys step through.
 *
 * @param empty The text without an item.
 * @param onClose Escape closes the menu.
 */
export function menuList(items: readonly MenuItem[], empty: string, onClose: () => void): MenuList {
  const buttons = items.map(({ label, key, onClick }) =>
    element("button", { attributes: { type: "button", role: "menuitem" }, on: { click: onClick } }, [
      element("span", { text: label }),
      key === undefined ? null : element("kbd", { text: key }),
    ]),
  );
  const shown = buttons.length === 0 ? [element("p", { text: empty })] : buttons;
  const dom = element("div", { class: "cm-menu", attributes: { role: "menu" } }, shown);
  dom.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const at = buttons.findIndex((button) => button.matches(":focus"));
      buttons[(at + step + buttons.length) % buttons.length]?.focus();
    } else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
  });
  return { dom, focus: () => buttons[0]?.focus() };
}
