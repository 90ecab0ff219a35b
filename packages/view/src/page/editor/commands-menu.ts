/** A menu of the editor's commands, for the mouse and for those who do not know the keys. */
import { Prec, type Extension } from "@codemirror/state";
import { ViewPlugin, keymap, type EditorView } from "@codemirror/view";
import { element } from "../dom.ts";
import { menuList, type MenuList } from "./menu-list.ts";

/** A command of the editor. */
export interface EditorCommand {
  readonly label: string;
  /** The key that runs it. */
  readonly key: string;
  readonly run: (view: EditorView) => boolean;
}

/** Returns the extension: a button above the text, and F1, open the menu. */
export function commandsMenu(commands: readonly EditorCommand[]): Extension {
  const plugin = ViewPlugin.define((view) => new CommandsMenu(view, commands));
  const open = (view: EditorView): boolean => {
    view.plugin(plugin)?.open();
    return true;
  };
  return [plugin, Prec.high(keymap.of([{ key: "F1", run: open }]))];
}

class CommandsMenu {
  readonly #view: EditorView;
  readonly #button: HTMLElement;
  readonly #element: HTMLElement;
  readonly #list: MenuList;

  constructor(view: EditorView, commands: readonly EditorCommand[]) {
    this.#view = view;
    const items = commands.map(({ label, key, run }) => ({ label, key, onClick: () => this.#run(run) }));
    this.#list = menuList(items, "", () => this.#close());
    this.#button = element("button", {
      text: "Commands",
      title: "Commands of the editor (F1)",
      attributes: { type: "button", "aria-haspopup": "menu" },
      on: { click: () => (this.#list.dom.hidden ? this.open() : this.#close()) },
    });
    this.#element = element("div", { class: "cm-commands" }, [this.#button, this.#list.dom]);
    // A click on the text, or a focus elsewhere, closes it.
    this.#element.addEventListener("focusout", ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && this.#element.contains(relatedTarget))) this.#hide();
    });
    this.#hide();
    view.dom.prepend(this.#element);
  }

  open(): void {
    this.#list.dom.hidden = false;
    this.#list.dom.style.display = "";
    this.#button.setAttribute("aria-expanded", "true");
    this.#list.focus();
  }

  destroy(): void {
    this.#element.remove();
  }

  #run(run: EditorCommand["run"]): void {
    this.#close();
    run(this.#view);
  }

  #close(): void {
    this.#hide();
    this.#view.focus();
  }

  #hide(): void {
    this.#list.dom.hidden = true;
    this.#list.dom.style.display = "none";
    this.#button.setAttribute("aria-expanded", "false");
  }
}
